import type Sqlite from "better-sqlite3";
import { lastingDatabase, mustLast } from "./lasting-database.ts";
import { storageError } from "../storage-error.ts";

/** Loads the native module on first use: a server that never touches its data does not pay for it. */
export async function loadSqlite(): Promise<typeof Sqlite> {
  try {
    const { default: Database } = await import("better-sqlite3");
    return mustLast ? lastingDatabase(Database) : Database;
  } catch (cause) {
    throw storageError(
      "E-STORAGE-OPEN",
      "The module better-sqlite3 could not be loaded. Reinstall with the Node version that runs this server.",
      { cause },
    );
  }
}
