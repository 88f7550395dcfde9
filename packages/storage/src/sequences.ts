import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "./storage.ts";

export type CommitStep = (tx: Transaction) => PromiseLike<unknown>;

const steps = new WeakMap<Transaction, CommitStep[]>();

/**
 * For what every write appends to, such as a log with numbers. Where bodies run concurrently, the step is done last
 * in the transaction, when it is its turn in the order of commits, so that nobody waits for anybody's body; elsewhere it
 * is done at once. The body cannot read what it does, and each call may run one statement.
 */
export async function appendAtCommit(tx: Transaction, step: CommitStep): Promise<void> {
  const later = steps.get(tx);
  if (later === undefined) await step(tx);
  else later.push(step);
}

/** From now on steps on this `tx` are collected instead of done. */
export function collectSteps(tx: Transaction): CommitStep[] {
  const later: CommitStep[] = [];
  steps.set(tx, later);
  return later;
}

/** Made by the engine in every database. */
export const CREATE_SEQUENCES =
  "create table if not exists sequences (name text not null primary key, value bigint not null)";

/**
 * Takes `count` numbers and returns the first. They rise in commit order, from 1: the row stays locked
 * until its transaction ends, so nobody sees a higher number before a lower one.
 */
export async function nextSequence(tx: Transaction, name: string, count = 1): Promise<number> {
  const { value } = await tx.get<{ value: number }>(sql`${advance(name, count)} returning value`);
  return value - count + 1;
}

/** The highest number that was taken. */
export async function lastSequence(tx: Transaction, name: string): Promise<number> {
  const [row] = await tx.all<{ value: number }>(
    sql`select value from sequences where name = ${name}`,
  );
  return row?.value ?? 0;
}

/**
 * Takes numbers as `nextSequence` does, but `appendAtCommit`, so that nobody waits for them: what follows in order names them
 * by `sequenceValue`.
 */
export async function advanceSequence(tx: Transaction, name: string, count = 1): Promise<void> {
  await appendAtCommit(tx, (turn) => turn.run(advance(name, count)));
}

/** The last number that the transaction took, or the one with so many behind it, to stand in a statement. */
export function sequenceValue(name: string, { minus }: { minus?: number } = {}): SQL<number> {
  const last = sql<number>`(select value from sequences where name = ${name})`;
  return minus === undefined ? last : sql<number>`${last} - ${minus}`;
}

function advance(name: string, count: number): SQL {
  return sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value`;
}
