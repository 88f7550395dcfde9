import { setTimeout as delay } from "node:timers/promises";
import type { CodedError } from "@faculties/errors";
import type Sqlite from "better-sqlite3";
import { refuseNesting, runInScope } from "../transaction.ts";
import type { StorageEngine, Transaction } from "../storage.ts";
import { storageError } from "../storage-error.ts";
import { WriteQueue, type Finished, type Outcome, type WriteTask } from "../write-queue.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { claimLog } from "./claim-log.ts";
import type { CurrentFiles } from "./database-files.ts";
import { ConnectionPool, retryWhileBusy, SqliteConnection } from "./sqlite-connection.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { checkHistory, migrateSqlite, type SqlitePlan } from "./migrate-sqlite.ts";
import { openConnections, openWriter } from "./open-connections.ts";
import { isReadOnly, openReadOnly } from "./open-read-only.ts";

export type SqliteOptions = SqlitePlan & {
  busyTimeoutMs: number;
  bodyLimitMs: number;
  readers: number;
  /** Another file was open here before. */
  isReplacement: boolean;
};

/** Opens, creates and migrates the database. */
export async function openSqlite(options: SqliteOptions): Promise<StorageEngine> {
  const { file, busyTimeoutMs, bodyLimitMs, isReplacement } = options;
  const inMemory = file === ":memory:";
  const Database = await loadSqlite();
  if (!inMemory && isReadOnly(file)) return openReadOnly(Database, options);
  const {
    writer,
    readers: reading,
    files,
  } = inMemory ? await openMemory(Database, options) : await openConnections(Database, options);

  const owner = {};
  const writers = new ConnectionPool([writer]);
  // A database in memory lives in its one connection, so reading takes turns with writing.
  const readers = inMemory ? writers : new ConnectionPool(reading);
  const queue = new SqliteWriteQueue(owner, writers, files, options);

  const runRead = <Result>(
    connection: SqliteConnection,
    body: (tx: Transaction) => PromiseLike<Result>,
  ) => runInScope(owner, bodyLimitMs, (scope) => body(connection.queries(scope, "read")));

  return {
    async query(run) {
      refuseNesting(owner);
      return readers.use((connection) => runRead(connection, run));
    },
    async read(body) {
      refuseNesting(owner);
      return readers.use(async (connection) => {
        connection.command("BEGIN");
        try {
          return await runRead(connection, body);
        } finally {
          connection.rollback();
        }
      });
    },
    async write(body) {
      refuseNesting(owner);
      return queue.write(body);
    },
    async backup(target) {
      refuseNesting(owner);
      if (inMemory) return writers.use((connection) => backupSqlite(connection, target));
      const source = await claimLog({ Database, file, busyTimeoutMs, isReplacement }, async () => {
        const connection = new SqliteConnection(Database, file, busyTimeoutMs);
        checkHistory(connection, options);
        return connection;
      });
      try {
        await backupSqlite(source, target);
      } finally {
        source.database.close();
      }
    },
    maintain: async () => false,
    async integrityProblems() {
      refuseNesting(owner);
      return readers.use(async (connection) => connection.integrityProblems());
    },
    async close() {
      refuseNesting(owner);
      await queue.idle();
      if (!inMemory) await readers.close();
      // A file that was moved away is then complete without the log that it leaves behind.
      if (files?.wereReplaced() === true)
        await writers.use(async (connection) => connection.emptyLog());
      await writers.close();
    },
    wasReplaced: () => files?.wereReplaced() === true,
  };
}

async function openMemory(Database: typeof Sqlite, options: SqliteOptions) {
  const writer = await openWriter(Database, options, options.busyTimeoutMs);
  migrateSqlite(writer, options);
  return { writer, readers: [], files: undefined };
}

const LARGEST_BATCH = 256;
const LONGEST_BATCH_MS = 25;
// SQLite's lock has no queue: a process that never lets go would starve the others.
const LONGEST_SPELL_MS = 50;
const BREATH_MS = 2;

/** Replaces the outcome of a body whose commit does not count. */
type Failure = (outcome: Outcome) => Outcome;
type WriteLimits = { busyTimeoutMs: number; bodyLimitMs: number };

/** Runs write bodies one after another; those that wait together share one commit, which is one fsync. */
class SqliteWriteQueue extends WriteQueue {
  readonly #owner: object;
  readonly #pool: ConnectionPool;
  readonly #files: CurrentFiles | undefined;
  readonly #limits: WriteLimits;

  constructor(
    owner: object,
    pool: ConnectionPool,
    files: CurrentFiles | undefined,
    limits: WriteLimits,
  ) {
    super();
    this.#owner = owner;
    this.#pool = pool;
    this.#files = files;
    this.#limits = limits;
  }

  protected override async work(): Promise<void> {
    let spellBegan = performance.now();
    while (this.tasks.length > 0) {
      try {
        await this.#pool.use((connection) => this.#batch(connection));
      } catch (error) {
        this.#refuse(this.tasks.length, error);
      }
      if (this.tasks.length === 0) return;
      if (performance.now() - spellBegan < LONGEST_SPELL_MS) await this.gather();
      else {
        await delay(BREATH_MS);
        spellBegan = performance.now();
      }
    }
  }

  async #batch(connection: SqliteConnection): Promise<void> {
    const asked = this.tasks.length;
    try {
      const begin = () => connection.command("BEGIN IMMEDIATE");
      await retryWhileBusy(begin, this.#limits.busyTimeoutMs);
    } catch (error) {
      return this.#refuse(asked, error);
    }
    const finished = await this.#runBodies(connection);
    if (!connection.database.inTransaction) return this.#recover(finished);
    // Even a body that threw waits for the commit: it may have read another body's uncommitted work.
    const failure = commit(connection) ?? this.#unlessReplaced(connection);
    for (const { task, outcome } of finished) task.settle(failure?.(outcome) ?? outcome);
  }

  /** A commit counts only if it went to the files that everybody finds under their names. */
  #unlessReplaced(connection: SqliteConnection): Failure | undefined {
    const files = this.#files;
    const replaced = files?.replaced();
    if (files === undefined || replaced === undefined) return undefined;
    if (replaced === "database") {
      return (outcome) => ({ ok: false, error: files.replacedError(outcome) });
    }
    // Without its log the database has lost the commit, unless that is moved into it in time.
    if (connection.emptyLog()) return undefined;
    return () => ({ ok: false, error: files.uncertainError() });
  }

  #refuse(count: number, error: unknown): void {
    for (const task of this.tasks.splice(0, count)) task.settle({ ok: false, error });
  }

  async #runBodies(connection: SqliteConnection): Promise<Finished[]> {
    const began = performance.now();
    const finished: Finished[] = [];
    while (finished.length < LARGEST_BATCH && performance.now() - began < LONGEST_BATCH_MS) {
      const task = this.tasks.shift();
      if (task === undefined) break;
      finished.push({ task, outcome: await this.#runBody(connection, task) });
      if (!connection.database.inTransaction) break;
    }
    return finished;
  }

  async #runBody(connection: SqliteConnection, task: WriteTask): Promise<Outcome> {
    try {
      connection.command("SAVEPOINT body");
      const value = await runInScope(this.#owner, this.#limits.bodyLimitMs, (scope) =>
        task.body(connection.queries(scope, "write")),
      );
      connection.command("RELEASE body");
      return { ok: true, value };
    } catch (error) {
      undoBody(connection);
      return { ok: false, error };
    }
  }

  /** SQLite gave up the whole transaction on the last body (disk full, for one): the others run again without it. */
  #recover(finished: Finished[]): void {
    const culprit = finished.pop();
    this.tasks.unshift(...finished.map(({ task }) => task));
    culprit?.task.settle(culprit.outcome);
  }
}

function undoBody(connection: SqliteConnection): void {
  if (!connection.database.inTransaction) return;
  try {
    connection.command("ROLLBACK TO body");
    connection.command("RELEASE body");
  } catch {
    connection.rollback();
  }
}

function commit(connection: SqliteConnection): Failure | undefined {
  try {
    connection.command("COMMIT");
    return undefined;
  } catch (failure) {
    connection.rollback();
    const error = isIoError(failure) && !overwriteCommit(connection) ? uncertain(failure) : failure;
    return () => ({ ok: false, error });
  }
}

/** A commit that failed may be whole in the log, where the next one overwrites it: until then a crash would bring it back. */
function overwriteCommit(connection: SqliteConnection): boolean {
  try {
    const { database } = connection;
    const version = Number(database.pragma("user_version", { simple: true }));
    database.exec(`begin immediate; pragma user_version = ${version}; commit`);
    return true;
  } catch {
    connection.rollback();
    return false;
  }
}

function uncertain(cause: unknown): CodedError {
  return storageError(
    "E-STORAGE-UNCERTAIN",
    "Writing to the disk failed while a change was committed. Whether it was kept is not known: check the disk, then look before you try again.",
    { cause },
  );
}

function isIoError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "E-STORAGE-IO";
}
