import { setTimeout as sleep } from "node:timers/promises";
import { pauseAfter } from "../retry-until.ts";
import { storageError } from "../storage-error.ts";
import { WriteQueue } from "../write-queue.ts";
import type { Finished, WriteTask } from "../write-task.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { isTransient } from "./postgres-error.ts";
import { runBody } from "./run-body.ts";
import type { SessionLimits, SessionPool } from "./session-pool.ts";
import { wasCommitted, type Transaction } from "./was-committed.ts";

// Each body is a subtransaction, and PostgreSQL keeps 64 of them at hand.
const LARGEST_BATCH = 60;
const LONGEST_BATCH_MS = 25;
const LONGEST_PAUSE_MS = 250;

type Task = WriteTask & { givesUpAt?: number };
/** What a transaction begins with, and what is said after its commit. */
type Commands = { begin: string; notify: string };
type Batch = { transaction: Transaction; finished: Finished<Task>[] };

/** Runs write bodies one after another; those that wait together share one commit. */
export class PostgresWriteQueue extends WriteQueue<Task> {
  readonly #owner: object;
  readonly #sessions: SessionPool;
  readonly #commands: Commands;
  readonly #limits: SessionLimits;
  #failures = 0;

  constructor(owner: object, sessions: SessionPool, commands: Commands, limits: SessionLimits) {
    super();
    this.#owner = owner;
    this.#sessions = sessions;
    this.#commands = commands;
    this.#limits = limits;
  }

  protected override async work(): Promise<void> {
    while (this.tasks.length > 0) {
      const taken: Task[] = [];
      try {
        const uncertain = await this.#sessions.use((connection) => this.#batch(connection, taken));
        if (uncertain !== undefined) await this.#resolve(uncertain);
        this.#failures = 0;
      } catch (error) {
        await this.#putBack(taken.length > 0 ? taken : this.tasks.splice(0), error);
      }
    }
  }

  /**
   * Runs what waits and settles it. Throws when nothing was committed; returns what nobody knows about, because the
   * connection was lost during the commit.
   */
  async #batch(connection: PostgresConnection, taken: Task[]): Promise<Batch | undefined> {
    const batch = await this.#run(connection, taken).catch(async (error: unknown) => {
      if (connection.fault === undefined) await connection.command("rollback");
      throw error;
    });
    // Even a body that threw waits for the commit: what it saw may have been another body's uncommitted work.
    try {
      await connection.command("commit");
    } catch (error) {
      if (connection.isLost()) return batch;
      throw error;
    }
    settle(batch);
    await this.#tellOthers(connection);
    return undefined;
  }

  /** After the commit, because all who tell wait for each other; who hears nothing finds the changes later. */
  async #tellOthers(connection: PostgresConnection): Promise<void> {
    const told = connection.command(this.#commands.notify).catch(() => undefined);
    if (this.tasks.length === 0) await told;
  }

  async #run(connection: PostgresConnection, taken: Task[]): Promise<Batch> {
    const transaction = await connection.begin(this.#commands.begin);
    const began = performance.now();
    const finished: Finished<Task>[] = [];
    while (finished.length < LARGEST_BATCH && performance.now() - began < LONGEST_BATCH_MS) {
      const task = this.tasks.shift();
      if (task === undefined) break;
      taken.push(task);
      const outcome = await runBody(connection, this.#owner, this.#limits.bodyLimitMs, task.body);
      finished.push({ task, outcome });
    }
    return { transaction, finished };
  }

  async #resolve(batch: Batch): Promise<void> {
    const { busyTimeoutMs } = this.#limits;
    const committed = await wasCommitted(this.#sessions, batch.transaction, busyTimeoutMs);
    if (committed === true) return settle(batch);
    const tasks = batch.finished.map(({ task }) => task);
    if (committed === false) this.tasks.unshift(...tasks);
    else fail(tasks, uncertainCommit());
  }

  /** What may succeed on another try waits for it, as long as it is worth waiting. */
  async #putBack(tasks: Task[], error: unknown): Promise<void> {
    if (!isTransient(error)) return fail(tasks, error);
    const now = performance.now();
    for (const task of tasks) task.givesUpAt ??= now + this.#limits.busyTimeoutMs;
    const isOver = ({ givesUpAt = Infinity }: Task) => givesUpAt <= now;
    fail(tasks.filter(isOver), error);
    this.tasks.unshift(...tasks.filter((task) => !isOver(task)));
    await sleep(pauseAfter(this.#failures, LONGEST_PAUSE_MS));
    this.#failures += 1;
  }
}

function settle({ finished }: Batch): void {
  for (const { task, outcome } of finished) task.settle(outcome);
}

function fail(tasks: Task[], error: unknown): void {
  for (const task of tasks) task.settle({ ok: false, error });
}

function uncertainCommit() {
  return storageError(
    "E-STORAGE-UNCERTAIN",
    "The connection to the database was lost while this change was saved, so nobody knows whether it was. Look whether it is there before you try again.",
  );
}
