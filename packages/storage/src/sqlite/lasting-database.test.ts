import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { isFatal, lastingDatabase } from "./lasting-database.ts";

it.each([
  ["20.19.0", false],
  ["22.23.3", false],
  ["24.18.2", false],
  ["24.19.0", true],
  ["24.21.0", true],
  ["26.0.0", false],
])("on Node %s collecting is fatal: %s", (version, expected) => {
  expect(isFatal(version)).toBe(expected);
});

it("does what the database does that it keeps", () => {
  const Database = lastingDatabase(Sqlite);
  const database = new Database(":memory:");
  expect(database.pragma("foreign_keys = off")).toEqual([]);
  expect(database.pragma("foreign_keys", { simple: true })).toBe(0);
  expect(database.pragma("foreign_keys")).toEqual([{ foreign_keys: 0 }]);
  expect(database.prepare<[number], number>("select ? + 1").pluck().get(1)).toBe(2);
  expect(() => database.prepare("select from")).toThrow(/syntax error/);
  database.close();
  expect(database.open).toBe(false);
});
