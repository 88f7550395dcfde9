import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CodedError } from "@faculties/errors";
import { pauseAfter, retryUntil } from "@faculties/std";
import { type CommitStep, collectSteps } from "../transaction.ts";
import { storageError } from "../storage-error.ts";
import { WriteQueue, type Finished, type WriteTask, type Outcome } from "../write-queue.ts";
import { runInScope } from "../transaction.ts";
import type { PostgresConnection, StatementIsolation } from "./postgres-connection.ts";
import { isTransient } from "./postgres-error.ts";
import type { SessionLimits, SessionPool } from "./session-pool.ts";
import { compatible, type WriteLocks } from "./write-locks.ts";

// Each body is a subtransaction, and PostgreSQL keeps 64 of them at hand.
const LARGEST_BATCH = 60;
const LONGEST_BATCH_MS = 25;
const LONGEST_PAUSE_MS = 250;

type Task = WriteTask & { givesUpAt?: number };
/** The locks that a transaction begins with, and the call that follows its commit. */
type Commands = { locks: WriteLocks; committed: () => void };
type Batch = { finished: Finished<Task>[]; steps: CommitStep[] };

/** Runs the write bodies of one process one after another; those that wait together share one commit. */
export class PostgresWriteQueue extends WriteQueue<Task> {
  readonly #owner: object;
  readonly #sessions: SessionPool;
  readonly #commands: Commands;
  readonly #limits: SessionLimits;
  readonly #tokens = new CommitTokens();
  #failures = 0;
  /** How many of the next tasks run alone, because one of them made their batch fail. */
  #oneByOne = 0;

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
        if (taken.length > 1 && isOfOneBody(error)) {
          this.tasks.unshift(...taken);
          this.#oneByOne = taken.length;
        } else await this.#putBack(taken.length > 0 ? taken : this.tasks.splice(0), error);
      }
      if (this.tasks.length > 0) await this.gather();
    }
  }

  /**
   * Runs waiting tasks and settles them. Throws when nothing was committed; returns the batch when its commit is uncertain,
   * because the connection was lost during it.
   */
  async #batch(connection: PostgresConnection, taken: Task[]): Promise<Batch | undefined> {
    const batch = await this.#run(connection, taken).catch(async (error: unknown) => {
      if (connection.fault === undefined) await connection.command("rollback");
      throw error;
    });
    const isFutile = batch.finished.every(({ outcome }) => !outcome.ok);
    // Even a body that threw waits for the commit: it may have read another body's uncommitted work.
    try {
      if (isFutile) await connection.command("rollback");
      else await connection.commit(batch.steps, this.#commands.locks.lockCommitOrder);
    } catch (error) {
      if (connection.isLost()) return batch;
      if (connection.fault === undefined) await connection.command("rollback");
      throw error;
    }
    settle(batch);
    this.#tell(batch);
    return undefined;
  }

  async #run(connection: PostgresConnection, taken: Task[]): Promise<Batch> {
    const most = this.#oneByOne > 0 ? 1 : LARGEST_BATCH;
    this.#oneByOne = Math.max(0, this.#oneByOne - 1);
    const first = this.tasks.slice(0, compatible(this.tasks, most));
    const begin = this.#commands.locks.begin(first);
    await connection.begin(begin, this.#tokens.next()).catch((error: unknown) => {
      taken.push(...this.tasks.splice(0, first.length));
      throw error;
    });
    const began = performance.now();
    const batch: Batch = { finished: [], steps: [] };
    while (taken.length < most && performance.now() - began < LONGEST_BATCH_MS) {
      const [task] = this.tasks;
      // A body without lock keys holds every lock, so others without keys may join it.
      if (task === undefined || (task !== first[taken.length] && !isAlone(first, task))) break;
      taken.push(...this.tasks.splice(0, 1));
      const { bodyLimitMs } = this.#limits;
      const { outcome, steps } = await runBody(connection, this.#owner, bodyLimitMs, task);
      batch.finished.push({ task, outcome });
      batch.steps.push(...steps);
    }
    return batch;
  }

  #tell({ finished }: Batch): void {
    const isHeard = finished.some(({ task, outcome }) => outcome.ok && task.isQuiet !== true);
    if (isHeard) this.#commands.committed();
  }

  async #resolve(batch: Batch): Promise<void> {
    const committed = await this.#tokens.wasCommitted(this.#sessions);
    if (committed === true) {
      this.#tell(batch);
      return settle(batch);
    }
    const tasks = batch.finished.map(({ task }) => task);
    if (committed === false) this.tasks.unshift(...tasks);
    else fail(tasks, uncertainCommit());
  }

  /** Queues tasks again after an error that may pass, until their time is up; fails them after any other. */
  async #putBack(tasks: Task[], error: unknown): Promise<void> {
    if (!isTransient(error)) return fail(tasks, error);
    const now = performance.now();
    for (const task of tasks) task.givesUpAt ??= now + this.#limits.busyTimeoutMs;
    const isOver = ({ givesUpAt = Infinity }: Task) => givesUpAt <= now;
    fail(tasks.filter(isOver), error);
    this.tasks.unshift(...tasks.filter((task) => !isOver(task)));
    await delay(pauseAfter(this.#failures, LONGEST_PAUSE_MS));
    this.#failures += 1;
  }
}

function isAlone([first]: Task[], task: Task): boolean {
  return first?.locks === undefined && task.locks === undefined;
}

/** True when the error concerns one body, not every body of the batch. */
function isOfOneBody(error: unknown): boolean {
  const code = error instanceof CodedError ? error.code : "";
  return !isTransient(error) && !["E-STORAGE-BUSY", "E-STORAGE-TIMEOUT"].includes(code);
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

type BodyRun = { outcome: Outcome; steps: CommitStep[] };

/**
 * Runs a body so that it can be undone alone. After a failed statement PostgreSQL refuses all others, so a body that
 * handled the failure and continued is run again, this time with each statement undone alone. Throws when the whole
 * transaction is lost.
 */
async function runBody(
  connection: PostgresConnection,
  owner: object,
  limitMs: number,
  { body, locks }: WriteTask,
): Promise<BodyRun> {
  const run = async (perStatement: boolean) => {
    const isolation = { perStatement, failed: false, continuedAfterFailure: false };
    let steps: CommitStep[] = [];
    const outcome = await outcomeOf(() =>
      runInScope(owner, limitMs, (scope) => {
        const tx = connection.writing(scope, isolation);
        if (locks !== undefined) steps = collectSteps(tx);
        return body(tx);
      }),
    );
    return { outcome, steps: outcome.ok ? steps : [], mustRepeat: isHandled(outcome, isolation) };
  };
  connection.send("savepoint body");
  let { mustRepeat, ...done } = await run(false);
  if (connection.fault === undefined && mustRepeat) {
    connection.send("rollback to body");
    done = await run(true);
  }
  if (connection.fault !== undefined) throw connection.fault;
  if (done.outcome.ok) connection.send("release body");
  else await connection.command("rollback to body; release body");
  return { outcome: done.outcome, steps: done.steps };
}

function isHandled(
  { ok }: Outcome,
  { perStatement, failed, continuedAfterFailure }: StatementIsolation,
): boolean {
  return !perStatement && failed && (ok || continuedAfterFailure);
}

async function outcomeOf(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Made by the engine in every schema. */
export const CREATE_COMMIT_TOKENS = `create table if not exists write_marks
  (writer text not null primary key, batch bigint not null, marked_at timestamptz not null)`;

const MARK = `insert into write_marks (writer, batch, marked_at) values ($1, $2, now())
  on conflict (writer) do update set batch = excluded.batch, marked_at = excluded.marked_at`;
const FORGET = "delete from write_marks where marked_at < now() - interval '1 day'";
/** The database may be restarting, and a late answer helps more than an uncertain one. */
const ANSWER_PATIENCE_MS = 20_000;

export type CommitToken = { sql: string; params: unknown[] };

/**
 * The last batch that each writer committed, written in the same transaction. After a lost answer it tells whether
 * the commit happened. PostgreSQL's transaction ids cannot: after a crash they are assigned again.
 */
export class CommitTokens {
  readonly #writer = randomUUID();
  #batch = 0;

  /** The statement for the next batch. A writer's first one also deletes expired tokens. */
  next(): CommitToken {
    this.#batch += 1;
    const sql = this.#batch === 1 ? `with forgotten as (${FORGET}) ${MARK}` : MARK;
    return { sql, params: [this.#writer, this.#batch] };
  }

  /** Whether the last batch was committed. Undefined if the database does not answer in time. */
  async wasCommitted(sessions: SessionPool): Promise<boolean | undefined> {
    // Its transaction may still be running: writing the same row waits for its end.
    const read = `insert into write_marks values ('${this.#writer}', 0, now())
      on conflict (writer) do update set marked_at = excluded.marked_at returning batch`;
    const ask = async () => {
      const { rows } = await sessions.use((connection) => connection.command(read));
      return rows[0]?.["batch"] === this.#batch;
    };
    try {
      return await retryUntil(ask, {
        isRetryable: isTransient,
        budgetMs: ANSWER_PATIENCE_MS,
        longestPauseMs: LONGEST_PAUSE_MS,
      });
    } catch {
      return undefined;
    }
  }
}
