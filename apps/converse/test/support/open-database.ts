import { join } from "node:path";
import type { TemporaryHome } from "@faculties/testkit";
import { loadSqlite } from "@faculties/storage/testing";
import type Sqlite from "better-sqlite3";
import { onTestFinished } from "vitest";

const Database = await loadSqlite();

/** A second connection to a server's database, for what no tool can do: look inside, or turn back the clock. */
export function openDatabase(home: TemporaryHome): Sqlite.Database {
  const file = join(home.env["XDG_DATA_HOME"] ?? "", "faculties", "converse.db");
  const database = new Database(file);
  onTestFinished(() => void database.close());
  return database;
}
