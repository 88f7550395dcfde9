import type Sqlite from "better-sqlite3";
import { openStorage } from "../open-storage.ts";
import { loadSqlite } from "../sqlite/load-sqlite.ts";
import type { Migration } from "../storage.ts";

type Column = { name: string; type: string };

/** Makes a database file with rows in every table that is copied as it is. A reference finds its row, because values depend on types alone. */
export async function fillEveryTable(
  file: string,
  migrations: readonly Migration[],
  rows: number,
): Promise<string[]> {
  const storage = openStorage({ file, migrations });
  await storage.integrityProblems();
  await storage.close();
  const Database = await loadSqlite();
  const database = new Database(file);
  try {
    database.pragma("foreign_keys = off");
    const others = new Set(migrations.flatMap(({ copy }) => copy?.instead ?? []));
    const tables = tableNames(database).filter((table) => !others.has(table));
    for (const table of tables) fill(database, table, rows);
    return tables;
  } finally {
    database.close();
  }
}

export function tableNames(database: Sqlite.Database): string[] {
  return database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name <> 'schema_migrations' and name not like 'sqlite%' order by name`,
    )
    .pluck()
    .all() as string[];
}

function fill(database: Sqlite.Database, table: string, rows: number): void {
  const columns = database
    .prepare<[string], Column>("select name, type from pragma_table_info(?)")
    .all(table);
  const places = columns.map(() => "?").join(", ");
  const insert = database.prepare(`insert into "${table}" values (${places})`);
  database.transaction(() => {
    for (let row = 1; row <= rows; row += 1)
      insert.run(columns.map(({ type }) => value(type, row)));
  })();
}

function value(type: string, row: number): unknown {
  if (/int/i.test(type)) return row;
  if (/double/i.test(type)) return row + 0.1;
  if (/blob/i.test(type)) return Buffer.from([0, 255, row % 256]);
  return `${row} ä\u0000\ufffe'"\\ 🙂`;
}
