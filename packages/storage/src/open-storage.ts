import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { follow, type Follow } from "./follow.ts";
import { ChangeListener } from "./postgres/change-listener.ts";
import { clockOf, SteadyClock } from "./clock.ts";
import { postgresTarget, type PostgresTarget, schemaOf } from "./postgres/postgres-target.ts";
import {
  ReplacedError,
  closedError,
  isUncertain,
  removedLogError,
  storageError,
} from "./storage-error.ts";
import type { StorageEngine, CopyWatch, Migration, Storage, StorageLog } from "./storage.ts";

const NAMESPACE = "faculties";
/** The clock of all SQLite storages in this process. */
const ownClock = new SteadyClock();
const MOST_REPLACEMENTS = 3;

export type StorageOptions = {
  /** The path of a SQLite file, or `:memory:`. */
  file?: string;
  /** `postgres://…`, instead of a file. */
  url?: string;
  /** The schema that keeps the data of one server apart from that of others in the same PostgreSQL database. */
  namespace?: string;
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
  const place = placeOf(options);
  let running = 0;
  let whenIdle = () => {};
  const self = randomUUID();
  const listener =
    place.engine === "postgres" ? new ChangeListener(place.target, self, options.log) : undefined;
  let opened: Promise<StorageEngine> | undefined;
  let current: StorageEngine | undefined;
  let closing: Promise<void> | undefined;

  const clock = place.engine === "postgres" ? clockOf(place.target.url) : ownClock;
  const now = options.now ?? (() => clock.now());
  const describe = () => (place.engine === "sqlite" ? place.file : place.target.description);

  async function open(isReplacement = false): Promise<StorageEngine> {
    const { migrations, busyTimeoutMs = 5_000, bodyLimitMs = 10_000, log, readers } = options;
    const shared = { migrations, now, busyTimeoutMs, bodyLimitMs, log };
    if (place.engine === "postgres") {
      const { openPostgres } = await import("./postgres/open-postgres.ts");
      return openPostgres({ ...shared, target: place.target, self, readers: readers ?? 4 });
    }
    const { openSqlite } = await import("./sqlite/open-sqlite.ts");
    return openSqlite({ ...shared, file: place.file, readers: readers ?? 1, isReplacement });
  }

  async function engine(): Promise<StorageEngine> {
    const attempt = (opened ??= open());
    const found = await attempt.catch((error: unknown) => {
      if (opened === attempt) opened = undefined;
      throw error;
    });
    if (!found.wasReplaced()) return (current = found);
    if (opened === attempt) {
      current = undefined;
      opened = openAfter(found);
    }
    return engine();
  }

  /** Closes the old engine first: locks on files with the same name would conflict. */
  async function openAfter(replaced: StorageEngine): Promise<StorageEngine> {
    const cause: unknown = await replaced.close().catch((error: unknown) => error);
    const opening = "The database file was replaced; opening the new one.";
    options.log?.warn(opening, { file: describe(), cause });
    return open(true);
  }

  async function call<Result>(run: (engine: StorageEngine) => Promise<Result>): Promise<Result> {
    if (closing !== undefined) throw closedError();
    running += 1;
    try {
      return await runOnCurrent(run);
    } finally {
      running -= 1;
      if (running === 0) whenIdle();
    }
  }

  /** Runs a call again on the new file if it failed because the old one was replaced. */
  async function runOnCurrent<Result>(
    run: (engine: StorageEngine) => Promise<Result>,
    replacements = 0,
  ): Promise<Result> {
    const found = current === undefined || current.wasReplaced() ? await engine() : current;
    try {
      return await run(found);
    } catch (error) {
      if (isUncertain(error) || replacements === MOST_REPLACEMENTS) throw error;
      if (!found.wasReplaced() && !(error instanceof ReplacedError)) throw error;
      await engine();
      const replaced = error instanceof ReplacedError ? error.replaced() : "database";
      if (replaced === "database") return runOnCurrent(run, replacements + 1);
      if (replaced === "log") throw removedLogError(describe());
      // The file was away for a moment only, so its commits stand.
      return committed(error);
    }
  }

  async function copyTo(
    url: string,
    { report, signal }: CopyWatch,
    tenant?: string,
  ): Promise<void> {
    if (place.engine === "postgres") {
      throw storageError(
        "E-STORAGE-COPY",
        `The data is in ${describe()}, not in a file. Unset DATABASE_URL to copy the file.`,
      );
    }
    const { migrations, log } = options;
    const namespace = schemaOf(options.namespace ?? NAMESPACE, tenant);
    const { copyToPostgres } = await import("./copy/copy-to-postgres.ts");
    await copyToPostgres({ file: place.file, url, namespace, migrations, report, signal, log });
  }

  async function close(): Promise<void> {
    await listener?.close();
    if (running > 0) await new Promise<void>((idle) => (whenIdle = idle));
    if (opened !== undefined) await (await opened).close();
  }

  return {
    engine: place.engine,
    query: (run) => call((found) => found.query(run)),
    read: (body) => call((found) => found.read(body)),
    write: (body, keys) => call((found) => found.write(body, keys)),
    backup: (target) => call((found) => found.backup(target)),
    follow: (look: () => Promise<void>, how: Follow) => void follow(look, how, listener),
    copyTo,
    maintain: async (name, work) => (await engine()).maintain(name, work),
    now,
    pending: () => running,
    integrityProblems: () => call((found) => found.integrityProblems()),
    describe,
    close: () => (closing ??= close()),
  };
}

function committed<Result>(error: unknown): Result {
  if (!(error instanceof ReplacedError)) throw error;
  if (!error.outcome.ok) throw error.outcome.error;
  return error.outcome.value as Result;
}

type Place = { engine: "sqlite"; file: string } | { engine: "postgres"; target: PostgresTarget };

function placeOf({ file, url, namespace = NAMESPACE }: StorageOptions): Place {
  if (url !== undefined) return { engine: "postgres", target: postgresTarget(url, namespace) };
  if (file === undefined || file === "") {
    throw storageError("E-STORAGE-UNSUPPORTED", "Name the database file.");
  }
  return { engine: "sqlite", file: file === ":memory:" ? file : resolve(file) };
}
