import type Sqlite from "better-sqlite3";
import { storageError } from "../storage-error.ts";
import { checkHistory, type SqlitePlan } from "./migrate-sqlite.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

const LARGEST_IDLE_LOG_BYTES = 16 * 1024 * 1024;

/** The one connection that writes. A file that is not ours is refused before anything in it changes. */
export async function openWriter(
  Database: typeof Sqlite,
  plan: SqlitePlan,
  busyTimeoutMs: number,
): Promise<SqliteConnection> {
  const connection = new SqliteConnection(Database, plan.file, 0);
  try {
    await retryWhileBusy(() => configure(connection, plan), busyTimeoutMs);
    return connection;
  } catch (error) {
    connection.database.close();
    throw error;
  }
}

function configure(connection: SqliteConnection, plan: SqlitePlan): void {
  checkHistory(connection, plan);
  connection.explained(() => {
    const { database } = connection;
    // Before the journal of the change to a log is removed: if the power failed and it were there again, it would be undone.
    database.pragma("synchronous = extra");
    const mode: unknown = database.pragma("journal_mode = wal", { simple: true });
    if (mode !== "wal" && mode !== "memory") {
      throw storageError(
        "E-STORAGE-OPEN",
        `The database ${plan.file} is on a file system without shared memory. Choose a path on a local disk.`,
      );
    }
    database.pragma("foreign_keys = on");
    database.pragma(`journal_size_limit = ${LARGEST_IDLE_LOG_BYTES}`);
  });
}
