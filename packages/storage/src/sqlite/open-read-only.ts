import { accessSync, constants, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import { refuseNesting, runInScope } from "../transaction.ts";
import type { StorageEngine, Transaction } from "../storage.ts";
import { storageError } from "../storage-error.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { ConnectionPool, SqliteConnection } from "./sqlite-connection.ts";
import { logOf, statOf } from "./database-files.ts";
import { checkHistory, type SqlitePlan } from "./migrate-sqlite.ts";
import { notADatabase, readOnlyError } from "./sqlite-error.ts";

type ReadOnlyOptions = SqlitePlan & { busyTimeoutMs: number; bodyLimitMs: number };

/** Where SQLite keeps the versions of the format that read and that write a file; 2 needs a log. */
const FORMAT_VERSIONS = [18, 19];
const WITHOUT_LOG = 1;

/** True for a file that is there and that this user may not write to, or not keep a log next to. */
export function isReadOnly(file: string): boolean {
  if (statOf(file)?.isFile() !== true) return false;
  return !may(file, constants.W_OK) || !may(dirname(file), constants.W_OK);
}

/** Serves reads of a file that cannot be written, and makes nothing. When it can be written, it counts as replaced. */
export function openReadOnly(Database: typeof Sqlite, options: ReadOnlyOptions): StorageEngine {
  const { file, bodyLimitMs } = options;
  const opened = stateOf(file);
  const connection = connect(Database, options);
  const owner = {};
  const pool = new ConnectionPool([connection]);

  const run = <Result>(body: (tx: Transaction) => PromiseLike<Result>) =>
    runInScope(owner, bodyLimitMs, (scope) => body(connection.queries(scope, "read")));

  const use = async <Result>(action: (connection: SqliteConnection) => Promise<Result>) => {
    refuseNesting(owner);
    return pool.use(action);
  };

  return {
    query: (body) => use(() => run(body)),
    read: (body) =>
      use(async () => {
        connection.command("BEGIN");
        try {
          return await run(body);
        } finally {
          connection.rollback();
        }
      }),
    async write() {
      refuseNesting(owner);
      throw readOnlyError(file);
    },
    backup: (target) => use((source) => backupSqlite(source, target)),
    maintain: async () => false,
    integrityProblems: () => use(async (source) => source.integrityProblems()),
    async close() {
      refuseNesting(owner);
      await pool.close();
    },
    wasReplaced: () => stateOf(file) !== opened || !isReadOnly(file),
  };
}

function connect(Database: typeof Sqlite, options: ReadOnlyOptions): SqliteConnection {
  const { file, busyTimeoutMs } = options;
  const connection = hasLog(file)
    ? new SqliteConnection(Database, file, busyTimeoutMs, { readonly: true })
    : new SqliteConnection(Database, file, busyTimeoutMs, { source: contentOf(file) });
  try {
    if (checkHistory(connection, options) === options.migrations.length) return connection;
  } catch (error) {
    connection.database.close();
    throw error;
  }
  connection.database.close();
  throw storageError(
    "E-STORAGE-READ-ONLY",
    `The database ${file} has an older schema and is read-only. Let this server write to the file and its folder once, so that it can upgrade the schema.`,
  );
}

/** SQLite would make a log and its index to read a file that others may write; this one is read as it is now. */
function contentOf(file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (cause) {
    throw storageError(
      "E-STORAGE-OPEN",
      `The database ${file} cannot be read. Check its permissions and its size.`,
      { cause },
    );
  }
  if (!content.subarray(0, 16).equals(Buffer.from("SQLite format 3\0"))) throw notADatabase(file);
  for (const position of FORMAT_VERSIONS) content[position] = WITHOUT_LOG;
  return content;
}

function hasLog(file: string): boolean {
  return (statOf(logOf(file))?.size ?? 0n) > 0n;
}

function stateOf(file: string): string {
  const main = statOf(file);
  return [main?.ino, main?.size, main?.mtimeNs, hasLog(file)].join(" ");
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what);
    return true;
  } catch {
    return false;
  }
}
