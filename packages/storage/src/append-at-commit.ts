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
