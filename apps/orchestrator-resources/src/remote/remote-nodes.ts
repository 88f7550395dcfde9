import { randomUUID } from "node:crypto";
import type { Logger } from "@faculties/mcp-kit";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import type { Transaction } from "@faculties/storage";
import { isGone } from "../instances/recovery.ts";
import type { Attempt, NodeResult } from "../runs/node-executor.ts";
import { NodeFailure, NodeLost } from "../runs/node-failure.ts";
import type { HostSettings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { postRequest } from "../store/instances.ts";
import { taskKey } from "../store/lock-keys.ts";
import {
  findTaskOfNode,
  insertTask,
  takersOf,
  takeTasks,
  tasksOfOwner,
  withdrawQueued,
} from "../store/remote-tasks.ts";
import type { RemoteTask } from "../store/tables.ts";
import { listWorkers, type WorkerRow } from "../store/workers.ts";

type RemoteNodesParts = {
  database: Database;
  /** Whether other hosts can see the database. */
  isShared: boolean;
  host: HostSettings;
  log: Pick<Logger, "warn">;
};

export type RemoteAttempt = Attempt & { labelLimit?: number | undefined };

type Waiting = {
  label: string;
  attempt: Attempt;
  stage: "queued" | "taken" | "started";
  /** Whether its order is written down. */
  isQueued: boolean;
  isWithdrawn: boolean;
  isTold: boolean;
  end(task: RemoteTask | undefined): void;
};

/** How often to look at what workers do while the database tells of no commits. */
const POLL_MS = 100;
/** Commits so soon after a look share the next one. */
const REST_MS = 2;
/** How often is looked whether there is a worker for what waits. */
const COVERAGE_MS = 2_000;

/** Why a node with a label cannot run on a database that other hosts do not see. */
export function needsPostgres(label: string): string {
  return `worker_label "${label}" needs workers, and those need PostgreSQL: set DATABASE_URL, or leave the label out`;
}

/** Has nodes with a label run by workers, and follows them until they have ended. */
export class RemoteNodes {
  readonly #parts: RemoteNodesParts;
  readonly #waiting = new Map<string, Waiting>();
  #following: AbortController | undefined;
  #coverage: NodeJS.Timeout | undefined;
  #looking = Promise.resolve();

  constructor(parts: RemoteNodesParts) {
    this.#parts = parts;
  }

  async run(label: string, spec: ChildSpec, attempt: RemoteAttempt): Promise<NodeResult> {
    const { database, isShared } = this.#parts;
    if (!isShared) throw new NodeFailure(needsPostgres(label));
    const { runId, graphId, nodeId, signal, resume, priority = 0, labelLimit = null } = attempt;
    attempt.onWaiting(true);
    await attempt.recorded();
    signal.throwIfAborted();
    const kept = resume
      ? await database.query((tx) => findTaskOfNode(tx, runId, nodeId))
      : undefined;
    const taskId = kept?.taskId ?? randomUUID();
    const ended = this.#follow(taskId, label, attempt);
    if (resume && !kept) {
      this.#end(taskId, undefined);
      throw new NodeLost("the server that ran it ended unexpectedly");
    }
    if (!kept) {
      const order = { taskId, label, runId, graphId, nodeId, spec, priority, labelLimit };
      await database
        .write((tx, { now }) => insertTask(tx, now, { ...order, ownerId: database.writer }), {
          locks: [],
        })
        .catch((error: unknown) => {
          this.#end(taskId, undefined);
          throw error;
        });
    }
    const waiting = this.#waiting.get(taskId);
    if (waiting) waiting.isQueued = true;
    this.wake();
    const task = await ended;
    signal.throwIfAborted();
    if (!task) throw new NodeLost("its order was withdrawn: this server was taken for dead");
    const { error, exitCode, output, errorOutput, isLost } = task;
    if (error !== null && isLost === 1) throw new NodeLost(error);
    if (error !== null) throw new NodeFailure(error, { exitCode, output, errorOutput });
    return { output: output ?? "", exitCode, errorOutput };
  }

  /** Has everything ended without waiting for it, or leaves it to the server that continues the runs. */
  async close({ leave }: { leave: boolean }): Promise<void> {
    this.#stopFollowing();
    const withdrawn = leave ? undefined : this.#withdraw([...this.#waiting.keys()]);
    for (const { end } of this.#waiting.values()) end(undefined);
    this.#waiting.clear();
    await withdrawn;
  }

  /** Forgets the orders of a run that another server has taken over, and leaves them to it. */
  abandon(runId: string): void {
    for (const [taskId, { attempt }] of this.#waiting)
      if (attempt.runId === runId) this.#end(taskId, undefined);
  }

  #follow(taskId: string, label: string, attempt: Attempt): Promise<RemoteTask | undefined> {
    return new Promise((end) => {
      const state = { label, attempt, stage: "queued" as const };
      const flags = { isQueued: false, isWithdrawn: false, isTold: false };
      this.#waiting.set(taskId, { ...state, ...flags, end });
      attempt.signal.addEventListener("abort", () => this.wake(), { once: true });
      this.#startFollowing();
    });
  }

  #startFollowing(): void {
    if (this.#following) return;
    this.#following = new AbortController();
    const { signal } = this.#following;
    this.#parts.database.follow(() => this.wake(), {
      everyMs: POLL_MS,
      restMs: REST_MS,
      signal,
    });
    this.#coverage = setInterval(
      () => void this.#guarded(() => this.#tellUncovered()),
      COVERAGE_MS,
    );
    this.#coverage.unref();
    void this.#guarded(() => this.#tellUncovered());
  }

  #stopFollowing(): void {
    clearInterval(this.#coverage);
    this.#following?.abort();
    this.#following = undefined;
  }

  /** Looks once more, after the looks that are under way. No process hears of what it committed itself. */
  wake(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#guarded(() => this.#look()));
    return this.#looking;
  }

  async #guarded(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#parts.log.warn("nodes that workers run could not be followed", { error });
    }
  }

  async #look(): Promise<void> {
    const { database } = this.#parts;
    const followed = [...this.#waiting].filter(([, { isQueued }]) => isQueued);
    if (followed.length === 0) return;
    const cancelled = followed.flatMap(([taskId, { attempt, isWithdrawn }]) =>
      attempt.signal.aborted && !isWithdrawn ? [taskId] : [],
    );
    await this.#withdraw(cancelled);
    const tasks = await database.query((tx) => tasksOfOwner(tx, database.writer));
    const known = new Map(tasks.map((task) => [task.taskId, task]));
    for (const [taskId, waiting] of followed) {
      const task = known.get(taskId);
      if (!task) this.#end(taskId, undefined);
      else if (task.state !== "queued") advance(waiting, task.childId);
    }
    const ended = tasks
      .filter(({ taskId, state }) => state === "ended" && this.#waiting.has(taskId))
      .map(({ taskId }) => taskId);
    if (ended.length === 0) return;
    // Nobody changes them any more.
    for (const task of await database.write((tx) => takeTasks(tx, ended), { locks: [] }))
      this.#end(task.taskId, task);
  }

  #end(taskId: string, task: RemoteTask | undefined): void {
    this.#waiting.get(taskId)?.end(task);
    this.#waiting.delete(taskId);
    if (this.#waiting.size === 0) this.#stopFollowing();
  }

  /** Takes back what no worker has, and asks the workers to end what they have. */
  async #withdraw(taskIds: readonly string[]): Promise<void> {
    const { database } = this.#parts;
    if (taskIds.length === 0) return;
    await database.write(
      async (tx) => {
        await withdrawQueued(tx, taskIds);
        for (const { taskId, workerId } of await takersOf(tx, taskIds))
          if (workerId !== null)
            await postRequest(tx, workerId, {
              kind: "stop-task",
              target: taskId,
              payload: { reason: "cancelled" },
            });
      },
      { locks: taskIds.map(taskKey) },
    );
    for (const taskId of taskIds) {
      const waiting = this.#waiting.get(taskId);
      if (waiting) waiting.isWithdrawn = true;
    }
  }

  async #tellUncovered(): Promise<void> {
    const queued = [...this.#waiting.values()].filter(({ stage }) => stage === "queued");
    if (queued.length === 0) return;
    const { database, host } = this.#parts;
    const workers = await database.query((tx) => liveWorkers(tx, host, database.now()));
    const covered = new Set(workers.flatMap(({ labels }) => labels));
    for (const waiting of queued) {
      const { label, attempt } = waiting;
      const isTold = !covered.has(label);
      if (isTold && !waiting.isTold)
        attempt.record({
          kind: "PENDING",
          level: "warn",
          nodeId: attempt.nodeId,
          payload: { message: `no worker has the label "${label}"; the node waits for one`, label },
        });
      waiting.isTold = isTold;
    }
  }
}

function advance(waiting: Waiting, childId: string | null): void {
  const { attempt } = waiting;
  attempt.onActivity();
  if (waiting.stage === "queued") {
    waiting.stage = "taken";
    attempt.onWaiting(false);
  }
  if (waiting.stage === "taken" && childId !== null) {
    waiting.stage = "started";
    attempt.onChild(childId);
  }
}

/** Workers that are there, as far as can be told at a glance. */
export async function liveWorkers(
  tx: Transaction,
  host: HostSettings,
  now: number,
): Promise<WorkerRow[]> {
  return (await listWorkers(tx)).filter((worker) => !isGone(worker, host, now));
}
