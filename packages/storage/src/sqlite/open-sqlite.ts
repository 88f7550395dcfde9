import type Sqlite from "better-sqlite3";
import { refuseNesting, runInScope } from "../transaction.ts";
import type { StorageEngine, Transaction } from "../storage.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { claimLog } from "./claim-log.ts";
import { ConnectionPool, SqliteConnection } from "./sqlite-connection.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { checkHistory, migrateSqlite, type SqlitePlan } from "./migrate-sqlite.ts";
import { openConnections, openWriter } from "./open-connections.ts";
import { isReadOnly, openReadOnly } from "./open-read-only.ts";
import { SqliteWriteQueue } from "./sqlite-write-queue.ts";

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
