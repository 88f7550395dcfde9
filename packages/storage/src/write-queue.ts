import type { Transaction } from "./storage.ts";

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
export type Body<Result> = (tx: Transaction) => PromiseLike<Result>;
/** The lock keys of a body. A body without `locks` excludes every other one. */
export type LockKeys = {
  locks?: readonly string[];
  /** Others are not told of the commit: nobody waits for what it changes. */
  isQuiet?: boolean;
};
export type WriteTask = LockKeys & { body: Body<unknown>; settle: (outcome: Outcome) => void };
export type Finished<Task extends WriteTask = WriteTask> = { task: Task; outcome: Outcome };

const ENOUGH_TASKS = 256;

/** Collects write bodies while others are at work, and has them done one after another. */
export abstract class WriteQueue<Task extends WriteTask = WriteTask> {
  protected tasks: Task[] = [];
  #working: Promise<void> | undefined;

  write<Result>(body: Body<Result>, keys: LockKeys = {}): Promise<Result> {
    const { task, result } = writeTask(body, keys);
    this.tasks.push(task as Task);
    this.#working ??= this.#start();
    return result;
  }

  async idle(): Promise<void> {
    await this.#working;
  }

  /** Does tasks until none is left. */
  protected abstract work(): Promise<void>;

  /** Waits for as long as every turn of the event loop brings more tasks, so that they share a batch. */
  protected async gather(): Promise<void> {
    let known: number;
    do {
      known = this.tasks.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.tasks.length > known && this.tasks.length < ENOUGH_TASKS);
  }

  async #start(): Promise<void> {
    await this.gather();
    while (this.tasks.length > 0) await this.work();
    this.#working = undefined;
  }
}

/** The promise of a body's result, and the task that keeps it. */
function writeTask<Result>(
  body: Body<Result>,
  keys: LockKeys,
): { task: WriteTask; result: Promise<Result> } {
  let settle: WriteTask["settle"] = () => undefined;
  const result = new Promise<Result>((resolve, reject) => {
    settle = (outcome) => (outcome.ok ? resolve(outcome.value as Result) : reject(outcome.error));
  });
  return { task: { ...keys, body, settle }, result };
}
