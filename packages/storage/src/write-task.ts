import type { Queries } from "./storage.ts";

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
export type Body<Result> = (db: Queries) => PromiseLike<Result>;
/** What a body contends for; without it, for everything. */
export type Contest = { on?: readonly string[] };
export type WriteTask = Contest & { body: Body<unknown>; settle: (outcome: Outcome) => void };
export type Finished<Task extends WriteTask = WriteTask> = { task: Task; outcome: Outcome };

/** The promise of a body's result, and the task that keeps it. */
export function writeTask<Result>(
  body: Body<Result>,
  contest: Contest,
): { task: WriteTask; result: Promise<Result> } {
  let settle: WriteTask["settle"] = () => undefined;
  const result = new Promise<Result>((resolve, reject) => {
    settle = (outcome) => (outcome.ok ? resolve(outcome.value as Result) : reject(outcome.error));
  });
  return { task: { ...contest, body, settle }, result };
}

export async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, error };
  }
}
