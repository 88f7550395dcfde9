import { sql } from "drizzle-orm";
import { column, defineTable } from "./define-table.ts";
import type { Queries } from "./storage.ts";

/** Made by the engine in every database. */
export const sequences = defineTable("sequences", {
  name: column.text().primaryKey(),
  value: column.integer().notNull(),
});

export const CREATE_SEQUENCES =
  "create table if not exists sequences (name text not null primary key, value bigint not null)";

/**
 * Takes `count` numbers and returns the first. They rise in commit order, from 1: the row stays locked
 * until its transaction ends, so nobody sees a higher number before a lower one.
 */
export async function nextSequence(db: Queries, name: string, count = 1): Promise<number> {
  const { value } = await db.get<{ value: number }>(sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value
    returning value`);
  return value - count + 1;
}
