import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDatabase } from "./postgres/create-database.ts";
import { postgresUrl } from "./postgres/postgres-url.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface TemporaryHome {
  readonly directory: string;
  /** HOME, XDG and Windows variables that keep a program inside `directory`, but for its compiled code. */
  readonly env: Readonly<Record<string, string>>;
}

/** Shared by all homes: a server would compile itself again in each of them. */
const codeCache = fileURLToPath(new URL("../node_modules/.cache/faculties", import.meta.url));

/**
 * An empty home directory with the variables that lead there; removed after the test. In a run on PostgreSQL it has a
 * database there, too.
 */
export async function temporaryHome(): Promise<TemporaryHome> {
  const directory = await temporaryDirectory();
  const within = (...names: string[]) => join(directory, ...names);
  const env = {
    HOME: directory,
    USERPROFILE: directory,
    XDG_DATA_HOME: within(".local", "share"),
    XDG_STATE_HOME: within(".local", "state"),
    XDG_CONFIG_HOME: within(".config"),
    XDG_CACHE_HOME: within(".cache"),
    XDG_RUNTIME_DIR: within("run"),
    APPDATA: within("AppData", "Roaming"),
    LOCALAPPDATA: within("AppData", "Local"),
    TMPDIR: within("tmp"),
    TEMP: within("tmp"),
    TMP: within("tmp"),
    FACULTIES_CODE_CACHE: codeCache,
    // Nothing that a test leaves behind may continue after it.
    ORCHESTRATOR_DETACH: "off",
  };
  await mkdir(env.TMPDIR);
  await mkdir(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  const postgres = postgresUrl();
  if (postgres === undefined) return { directory, env };
  return { directory, env: { ...env, DATABASE_URL: await createDatabase(postgres) } };
}
