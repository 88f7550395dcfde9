import { resolve } from "node:path";
import type { SqliteEngine } from "./sqlite/open-sqlite.ts";
import { closedError, storageError } from "./storage-error.ts";
import type { Migration, Storage, StorageLog } from "./storage.ts";

export type StorageOptions = {
  /** The path of a SQLite file, or `:memory:`. */
  file?: string;
  /** `postgres://…`, instead of a file. */
  url?: string;
  migrations: readonly Migration[];
  now?: () => number;
  /** How long to wait for other processes before giving up. */
  busyTimeoutMs?: number;
  /** How long one body may take. */
  bodyLimitMs?: number;
  /** How many bodies given to `read` may run at the same time. */
  readers?: number;
  log?: StorageLog;
};

/**
 * Returns at once; the database is opened, created and migrated at its first use. A failure to open is the
 * error of that call, and the next call tries again.
 */
export function openStorage(options: StorageOptions): Storage {
  const file = databaseFile(options);
  const running = new Set<Promise<void>>();
  let opened: Promise<SqliteEngine> | undefined;
  let closing: Promise<void> | undefined;

  async function open(): Promise<SqliteEngine> {
    const { openSqlite } = await import("./sqlite/open-sqlite.ts");
    return openSqlite({
      file,
      migrations: options.migrations,
      now: options.now ?? Date.now,
      busyTimeoutMs: options.busyTimeoutMs ?? 5_000,
      bodyLimitMs: options.bodyLimitMs ?? 10_000,
      readers: options.readers ?? 1,
      log: options.log,
    });
  }

  async function engine(): Promise<SqliteEngine> {
    const attempt = (opened ??= open());
    const found = await attempt.catch((error: unknown) => {
      if (opened === attempt) opened = undefined;
      throw error;
    });
    if (!found.wasReplaced()) return found;
    if (opened === attempt) {
      opened = undefined;
      const warn = (cause?: unknown) =>
        options.log?.warn("The database file was replaced; opening the new one.", { file, cause });
      found.close().then(() => warn(), warn);
    }
    return engine();
  }

  function call<Result>(run: (engine: SqliteEngine) => Promise<Result>): Promise<Result> {
    if (closing !== undefined) return Promise.reject(closedError());
    const result = engine().then(run);
    const settled = result.then(nothing, nothing).finally(() => running.delete(settled));
    running.add(settled);
    return result;
  }

  async function close(): Promise<void> {
    await Promise.all(running);
    if (opened !== undefined) await (await opened).close();
  }

  return {
    engine: "sqlite",
    query: (run) => call((found) => found.query(run)),
    read: (body) => call((found) => found.read(body)),
    write: (body) => call((found) => found.write(body)),
    backup: (target) => call((found) => found.backup(target)),
    integrityProblems: () => call((found) => found.integrityProblems()),
    describe: () => file,
    close: () => (closing ??= close()),
  };
}

function nothing(): void {}

function databaseFile({ file, url }: StorageOptions): string {
  if (url !== undefined) {
    throw storageError(
      "E-STORAGE-UNSUPPORTED",
      "A database URL is not supported by this version. Leave it unset to use a SQLite file.",
    );
  }
  if (file === undefined || file === "") {
    throw storageError("E-STORAGE-UNSUPPORTED", "Name the database file.");
  }
  return file === ":memory:" ? file : resolve(file);
}
