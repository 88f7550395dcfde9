import { sql, type SQL } from "drizzle-orm";

/** What is copied and compared as one: a table, or the texts of a search index. */
export type CopiedPart = {
  name: string;
  rows: number;
  columns: readonly CopiedColumn[];
  /** Selects the row's number and then the columns, of rows after a number, in its order. */
  select: string;
};

type CopiedColumn = {
  name: string;
  /** How PostgreSQL makes the column from a value of the source, and the value from the column. */
  write: (value: unknown) => SQL;
  read: SQL;
};

export function plainColumn(name: string): CopiedColumn {
  return { name, write: (value) => sql`${value}`, read: sql`${sql.identifier(name)}` };
}
