import { sql, type SQL } from "drizzle-orm";
import type { Queries } from "./storage.ts";

/** Made by the engine in every database. */
export const CREATE_SEQUENCES =
  "create table if not exists sequences (name text not null primary key, value bigint not null)";

/**
 * Takes `count` numbers and returns the first. They rise in commit order, from 1: the row stays locked
 * until its transaction ends, so nobody sees a higher number before a lower one.
 */
export async function nextSequence(db: Queries, name: string, count = 1): Promise<number> {
  const { value } = await db.get<{ value: number }>(sql`${advance(name, count)} returning value`);
  return value - count + 1;
}

/** The highest number that was taken. */
export async function lastSequence(db: Queries, name: string): Promise<number> {
  const [row] = await db.all<{ value: number }>(
    sql`select value from sequences where name = ${name}`,
  );
  return row?.value ?? 0;
}

/** Takes numbers as `nextSequence` does, for statements behind it that name them by `lastNumber`. */
export async function takeNumbers(db: Queries, name: string, count = 1): Promise<void> {
  await db.run(advance(name, count));
}

/** The last number that was taken, to stand in a statement of the transaction that took it. */
export function lastNumber(name: string): SQL<number> {
  return sql<number>`(select value from sequences where name = ${name})`;
}

function advance(name: string, count: number): SQL {
  return sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value`;
}
