import type Sqlite from "better-sqlite3";
import { storageError } from "../storage-error.ts";
import { claimLog } from "./claim-log.ts";
import { CurrentFiles, fileIdentity } from "./database-files.ts";
import { checkHistory, migrateSqlite, type SqlitePlan } from "./migrate-sqlite.ts";
import { prepareDatabaseFile, prepareFolder } from "./prepare-database-file.ts";
import { retryWhileBusy, SqliteConnection } from "./sqlite-connection.ts";

const MOST_ATTEMPTS = 5;

type Connections = { writer: SqliteConnection; readers: SqliteConnection[]; files: CurrentFiles };
type ConnectionOptions = SqlitePlan & {
  busyTimeoutMs: number;
  readers: number;
  isReplacement: boolean;
};

/** All connections to a file, opened together: one that is opened later might get another file with the same name. */
export async function openConnections(
  Database: typeof Sqlite,
  options: ConnectionOptions,
): Promise<Connections> {
  const { file, busyTimeoutMs } = options;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    prepareFolder(file);
    const isReplacement = options.isReplacement || attempt > 0;
    const opened = await claimLog({ Database, file, busyTimeoutMs, isReplacement }, () =>
      connect(Database, options),
    );
    try {
      await retryWhileBusy(() => migrateSqlite(opened.writer, options), busyTimeoutMs);
    } catch (error) {
      closeAll(opened);
      throw error;
    }
    if (!opened.files.wereReplaced()) return opened;
    closeAll(opened);
  }
  throw storageError(
    "E-STORAGE-UNAVAILABLE",
    `The database ${file} was replaced again and again while it was opened. Nothing was written; try again.`,
  );
}

async function connect(Database: typeof Sqlite, options: ConnectionOptions): Promise<Connections> {
  const { file, busyTimeoutMs } = options;
  prepareDatabaseFile(file);
  const main = fileIdentity(file);
  const writer = await openWriter(Database, options, busyTimeoutMs);
  const readers: SqliteConnection[] = [];
  try {
    while (readers.length < Math.max(1, options.readers)) {
      const reader = new SqliteConnection(Database, file, busyTimeoutMs);
      readers.push(reader);
      // SQLite opens the log at the first use.
      await retryWhileBusy(() => void checkHistory(reader, options), busyTimeoutMs);
    }
    return { writer, readers, files: new CurrentFiles(file, main) };
  } catch (error) {
    closeAll({ writer, readers });
    throw error;
  }
}

function closeAll({ writer, readers }: Pick<Connections, "writer" | "readers">): void {
  for (const { database } of [...readers, writer]) database.close();
}

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
