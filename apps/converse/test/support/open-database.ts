import { join } from "node:path";
import type { TemporaryHome } from "@faculties/testkit";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";

/** A second connection to a server's database, for what no tool can do: look inside, or turn back the clock. */
export function openDatabase(home: TemporaryHome): Database.Database {
  const file = join(home.env["XDG_DATA_HOME"] ?? "", "faculties", "converse.db");
  const database = new Database(file);
  onTestFinished(() => void database.close());
  return database;
}
