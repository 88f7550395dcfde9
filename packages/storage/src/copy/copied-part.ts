import { sql, type SQL } from "drizzle-orm";
import type { CopiedColumn } from "../storage.ts";

/** A table, or its equivalent, that is copied and compared as a whole. */
export type CopiedPart = {
  name: string;
  rows: number;
  columns: readonly Required<CopiedColumn>[];
  /** Selects the row's number and then the columns, of rows after a number, in its order. */
  select: string;
};

export function withDefaults({
  name,
  write = (value: unknown): SQL => sql`${value}`,
  read = sql`${sql.identifier(name)}`,
}: CopiedColumn): Required<CopiedColumn> {
  return { name, write, read };
}
