import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { defaultDatabaseFile, hostPlatform } from "@faculties/storage";

const TOKEN = /^[\w-]{32}$/;

/** The folder in which the servers keep their data; the console keeps its token there. */
export function ownFolder(env: Readonly<Record<string, string | undefined>>): string {
  return dirname(defaultDatabaseFile("console", hostPlatform(env)));
}

/** The token of this user, the same at each start, so that an open tab and a bookmark stay valid. */
export function keptToken(folder: string): string {
  const file = join(folder, "console-token");
  const fresh = randomBytes(24).toString("base64url");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (error) {
    // Where nothing can be written, the token holds for this start only.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return fresh;
  }
  const kept = readFileSync(file, "utf8").trim();
  if (TOKEN.test(kept)) return kept;
  writeFileSync(file, fresh, { mode: 0o600 });
  return fresh;
}
