import { setImmediate as nextTurn } from "node:timers/promises";
import { writeTask, type Body, type WriteTask } from "./write-task.ts";

/** Collects write bodies while others are at work, and has them done one after another. */
export abstract class WriteQueue<Task extends WriteTask = WriteTask> {
  protected tasks: Task[] = [];
  #working: Promise<void> | undefined;

  write<Result>(body: Body<Result>): Promise<Result> {
    const { task, result } = writeTask(body);
    this.tasks.push(task as Task);
    this.#working ??= this.#start();
    return result;
  }

  async idle(): Promise<void> {
    await this.#working;
  }

  /** Does tasks until none is left. */
  protected abstract work(): Promise<void>;

  async #start(): Promise<void> {
    // A turn of the event loop lets everything that arrived together join the first batch.
    await nextTurn();
    while (this.tasks.length > 0) await this.work();
    this.#working = undefined;
  }
}
