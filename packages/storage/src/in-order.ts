import type { Queries } from "./storage.ts";

export type OrderedStep = (db: Queries) => PromiseLike<unknown>;

const steps = new WeakMap<Queries, OrderedStep[]>();

/**
 * For what every write appends to, such as a log with numbers. Where bodies run beside each other, the step is done last
 * in the transaction, when it is its turn in the order of commits, so that nobody waits for anybody's body; elsewhere it
 * is done at once. The body cannot read what it does, and each call may run one statement.
 */
export async function inOrder(db: Queries, step: OrderedStep): Promise<void> {
  const later = steps.get(db);
  if (later === undefined) await step(db);
  else later.push(step);
}

/** From now on steps on this `db` are collected instead of done. */
export function collectSteps(db: Queries): OrderedStep[] {
  const later: OrderedStep[] = [];
  steps.set(db, later);
  return later;
}
