import { existsSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import type { SQL } from "drizzle-orm";
import { checkApplied, READ_HISTORY, wrongSchema } from "../migration-history.ts";
import { loadSqlite } from "../sqlite/load-sqlite.ts";
import { explainSqliteError } from "../sqlite/sqlite-error.ts";
import { storageError } from "../storage-error.ts";
import type { Migration, TableCopy } from "../storage.ts";
import { withDefaults, type CopiedPart } from "./copied-part.ts";

export type CopiedRow = unknown[];
export type CopiedPage = { rows: CopiedRow[]; last: number };

const ENGINES_OWN = ["schema_migrations"];

/** One snapshot of a database file that is only read. */
export class SqliteSource {
  readonly #database: Sqlite.Database;
  readonly #copies: readonly TableCopy[];
  readonly parts: readonly CopiedPart[];

  private constructor(database: Sqlite.Database, copies: readonly TableCopy[]) {
    this.#database = database;
    this.#copies = copies;
    const others = new Set([...ENGINES_OWN, ...copies.flatMap(({ instead }) => instead)]);
    const tables = tableNames(database).filter((name) => !others.has(name));
    this.parts = [
      ...parentsFirst(database, tables).map((table) => tablePart(database, table)),
      ...copies.map((copy) => copiedPart(database, copy)),
    ];
  }

  static async open(file: string, migrations: readonly Migration[]): Promise<SqliteSource> {
    if (!existsSync(file)) throw missingFile(file);
    const Database = await loadSqlite();
    let database: Sqlite.Database | undefined;
    try {
      database = new Database(file, { readonly: true, fileMustExist: true });
      database.exec("begin");
      checkSource(database, file, migrations);
      return new SqliteSource(
        database,
        migrations.flatMap(({ copy }) => copy ?? []),
      );
    } catch (error) {
      database?.close();
      throw explainSqliteError(error, file);
    }
  }

  /** Rows after a number, as many as one statement takes well. */
  page({ select }: CopiedPart, after: number, largest: { rows: number; bytes: number }) {
    const page: CopiedPage = { rows: [], last: after };
    let bytes = 0;
    const found = this.#database.prepare<[number], [number, ...unknown[]]>(select).raw();
    for (const [number, ...row] of found.iterate(after) as Iterable<[number, ...unknown[]]>) {
      page.rows.push(row);
      page.last = number;
      for (const value of row) bytes += sizeOf(value);
      if (page.rows.length >= largest.rows || bytes >= largest.bytes) break;
    }
    return page;
  }

  figures(): SQL[] {
    return this.#copies.flatMap(({ figures, finish }) =>
      finish(this.#database.prepare(figures).raw().get() as unknown[]),
    );
  }

  close(): void {
    this.#database.close();
  }
}

function tableNames(database: Sqlite.Database): string[] {
  return database
    .prepare<[], string>(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
}

function missingFile(file: string) {
  return storageError(
    "E-STORAGE-OPEN",
    `There is no database file ${file}, so nothing was copied. Name the file of this server's database, then try again.`,
  );
}

function checkSource(
  database: Sqlite.Database,
  file: string,
  migrations: readonly Migration[],
): void {
  const history = database
    .prepare("select 1 from sqlite_schema where name = 'schema_migrations'")
    .get();
  if (history === undefined) throw wrongSchema(file, "belongs to another program.");
  const names = database.prepare(READ_HISTORY).pluck().all() as string[];
  checkApplied(names, migrations, file);
  if (names.length < migrations.length) {
    throw wrongSchema(
      file,
      "was written by an older version. Start this server on it once, then copy it.",
    );
  }
}

function tablePart(database: Sqlite.Database, table: string): CopiedPart {
  const columns = database
    .prepare<[string], string>("select name from pragma_table_info(?)")
    .pluck()
    .all(table) as string[];
  const list = columns.map((name) => `"${name}"`).join(", ");
  return {
    name: table,
    rows: database.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0,
    columns: columns.map((name) => withDefaults({ name })),
    select: `select rowid, ${list} from "${table}" where rowid > ? order by rowid`,
  };
}

function copiedPart(
  database: Sqlite.Database,
  { table, prepare, count, select, columns }: TableCopy,
): CopiedPart {
  for (const statement of prepare) database.exec(statement);
  const rows = database.prepare<[], number>(count).pluck().get() ?? 0;
  return { name: table, rows, columns: columns.map(withDefaults), select };
}

/** A table after those that it refers to. */
function parentsFirst(database: Sqlite.Database, tables: readonly string[]): string[] {
  const ordered = new Set<string>();
  const parents = database
    .prepare<[string], string>(`select distinct "table" from pragma_foreign_key_list(?)`)
    .pluck();
  const add = (table: string) => {
    for (const parent of parents.all(table) as string[]) if (parent !== table) add(parent);
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

function sizeOf(value: unknown): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
}
