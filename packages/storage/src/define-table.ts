import {
  blob,
  integer,
  real,
  sqliteTable,
  text,
  type SQLiteColumnBuilderBase,
} from "drizzle-orm/sqlite-core";

/**
 * The column kinds that every engine has. In migrations they are: text; bigint (integer, boolean); double
 * precision (real); blob on SQLite, bytea on PostgreSQL; text (json).
 */
export const column = {
  text: () => text(),
  integer: () => integer(),
  real: () => real(),
  blob: () => blob({ mode: "buffer" }),
  boolean: () => integer({ mode: "boolean" }),
  json: <Value>() => text({ mode: "json" }).$type<Value>(),
};

/**
 * Declares a table once for all engines: `createdAt` is the column `created_at`. Give a column that has a value unless
 * told otherwise `$default(() => …)`: only that means the same on both.
 */
export function defineTable<
  Name extends string,
  Columns extends Record<string, SQLiteColumnBuilderBase>,
>(name: Name, columns: Columns) {
  return sqliteTable(name, columns);
}
