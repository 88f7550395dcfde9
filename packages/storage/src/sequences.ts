import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "./storage.ts";

export type CommitStep = (tx: Transaction) => PromiseLike<unknown>;

const steps = new WeakMap<Transaction, CommitStep[]>();

/**
 * Appends to a log that every write appends to. Where bodies run concurrently, the step runs at the end of the transaction,
 * in commit order, so that writers do not wait for each other's bodies; elsewhere it runs at once. The body cannot read the
 * result, and each step may run one statement.
 */
export async function appendAtCommit(tx: Transaction, step: CommitStep): Promise<void> {
  const later = steps.get(tx);
  if (later === undefined) await step(tx);
  else later.push(step);
}

/** Makes `appendAtCommit` collect the steps of this `tx` instead of running them. */
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
 * until its transaction ends, so that no reader sees a higher number before a lower one.
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
 * Takes numbers as `nextSequence` does, but at commit, so that no other writer waits for them. Later steps refer to them by
 * `sequenceValue`.
 */
export async function advanceSequence(tx: Transaction, name: string, count = 1): Promise<void> {
  await appendAtCommit(tx, (turn) => turn.run(advance(name, count)));
}

/** An expression for the last number that the transaction took, or for the one `minus` before it. */
export function sequenceValue(name: string, { minus }: { minus?: number } = {}): SQL<number> {
  const last = sql<number>`(select value from sequences where name = ${name})`;
  return minus === undefined ? last : sql<number>`${last} - ${minus}`;
}

function advance(name: string, count: number): SQL {
  return sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value`;
}
