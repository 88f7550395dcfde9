import { sql, type SQL } from "drizzle-orm";
import { inOrder } from "./in-order.ts";
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

/**
 * Takes numbers as `nextSequence` does, but `inOrder`, so that nobody waits for them: what follows in order names them
 * by `lastNumber`.
 */
export async function takeNumbers(db: Queries, name: string, count = 1): Promise<void> {
  await inOrder(db, (turn) => turn.run(advance(name, count)));
}

/** The last number that the transaction took, or the one with so many behind it, to stand in a statement. */
export function lastNumber(name: string, behind?: number): SQL<number> {
  const last = sql<number>`(select value from sequences where name = ${name})`;
  return behind === undefined ? last : sql<number>`${last} - ${behind}`;
}

function advance(name: string, count: number): SQL {
  return sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value`;
}
