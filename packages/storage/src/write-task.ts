import type { Transaction } from "./storage.ts";

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
export type Body<Result> = (tx: Transaction) => PromiseLike<Result>;
/** What a body contends for; without it, for everything. */
export type LockKeys = { locks?: readonly string[] };
export type WriteTask = LockKeys & { body: Body<unknown>; settle: (outcome: Outcome) => void };
export type Finished<Task extends WriteTask = WriteTask> = { task: Task; outcome: Outcome };

/** The promise of a body's result, and the task that keeps it. */
export function writeTask<Result>(
  body: Body<Result>,
  keys: LockKeys,
): { task: WriteTask; result: Promise<Result> } {
  let settle: WriteTask["settle"] = () => undefined;
  const result = new Promise<Result>((resolve, reject) => {
    settle = (outcome) => (outcome.ok ? resolve(outcome.value as Result) : reject(outcome.error));
  });
  return { task: { ...keys, body, settle }, result };
}

export async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, error };
  }
}
