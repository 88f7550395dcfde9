import { statSync } from "node:fs";
import { refuseNesting, runInScope } from "../scope.ts";
import type { StorageEngine } from "../storage-engine.ts";
import type { Queries } from "../storage.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { integrityProblems } from "./integrity-problems.ts";
import { loadSqlite } from "./load-sqlite.ts";
import type { SqlitePlan } from "./migrate-sqlite.ts";
import { openWriter } from "./open-writer.ts";
import { prepareDatabaseFile } from "./prepare-database-file.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteWriteQueue } from "./sqlite-write-queue.ts";

type SqliteOptions = SqlitePlan & {
  busyTimeoutMs: number;
  bodyLimitMs: number;
  readers: number;
};

/** Opens, creates and migrates the database. */
export async function openSqlite(options: SqliteOptions): Promise<StorageEngine> {
  const { file, busyTimeoutMs, bodyLimitMs } = options;
  const inMemory = file === ":memory:";
  const Database = await loadSqlite();
  if (!inMemory) prepareDatabaseFile(file);
  const writer = await openWriter(Database, options, busyTimeoutMs);
  const connect = () => new SqliteConnection(Database, file, busyTimeoutMs);
  const identity = inMemory ? undefined : fileIdentity(file);

  const owner = {};
  const writers = new ConnectionPool(() => writer, 1);
  // A database in memory lives in its one connection, so reading takes turns with writing.
  const readers = inMemory ? writers : new ConnectionPool(connect, Math.max(1, options.readers));
  const queue = new SqliteWriteQueue(owner, writers, options);

  const runRead = <Result>(
    connection: SqliteConnection,
    body: (db: Queries) => PromiseLike<Result>,
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
      const source = connect();
      try {
        await backupSqlite(source, target);
      } finally {
        source.database.close();
      }
    },
    maintain: async () => false,
    async integrityProblems() {
      refuseNesting(owner);
      return readers.use(async (connection) => integrityProblems(connection));
    },
    async close() {
      refuseNesting(owner);
      await queue.idle();
      if (!inMemory) await readers.close();
      await writers.close();
    },
    wasReplaced: () => identity !== undefined && fileIdentity(file) !== identity,
  };
}

function fileIdentity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
