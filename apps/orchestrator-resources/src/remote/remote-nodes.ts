import { randomUUID } from "node:crypto";
import type { Logger } from "@faculties/mcp-kit";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import type { Transaction } from "@faculties/storage";
import { isGone } from "../instances/recovery.ts";
import type { Attempt, NodeResult } from "../runs/node-executor.ts";
import { NodeFailure } from "../runs/node-failure.ts";
import type { HostSettings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { postRequest } from "../store/instances.ts";
import { taskKey } from "../store/lock-keys.ts";
import { findTask, insertTask, takeTasks, tasksOfOwner } from "../store/remote-tasks.ts";
import type { RemoteTask } from "../store/tables.ts";
import { listWorkers, type WorkerRow } from "../store/workers.ts";
import type { NodeQueue } from "./node-queue.ts";

type RemoteNodesParts = {
  database: Database;
  queue: NodeQueue | undefined;
  host: HostSettings;
  log: Pick<Logger, "warn">;
};

type Waiting = {
  label: string;
  attempt: Attempt;
  stage: "queued" | "taken" | "started";
  isWithdrawn: boolean;
  isTold: boolean;
  end(task: RemoteTask | undefined): void;
};

const POLL_MS = 100;
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
  #timer: NodeJS.Timeout | undefined;
  #coverageAt = 0;

  constructor(parts: RemoteNodesParts) {
    this.#parts = parts;
  }

  async run(label: string, spec: ChildSpec, attempt: Attempt): Promise<NodeResult> {
    const { database, queue } = this.#parts;
    if (!queue) throw new NodeFailure(needsPostgres(label));
    const { runId, graphId, nodeId, signal } = attempt;
    const taskId = randomUUID();
    attempt.onWaiting(true);
    await attempt.recorded();
    signal.throwIfAborted();
    const order = { taskId, label, runId, graphId, nodeId, spec, ownerId: database.writer };
    await database.write((tx) => insertTask(tx, order), { locks: [] });
    const ended = this.#follow(taskId, label, attempt);
    await queue.send({ taskId, label }).catch(async (error: unknown) => {
      this.#waiting.delete(taskId);
      await database.write((tx) => takeTasks(tx, [taskId]), { locks: [taskKey(taskId)] });
      throw error;
    });
    this.#coverageAt = 0;
    const task = await ended;
    signal.throwIfAborted();
    if (!task) throw new NodeFailure("its order was withdrawn: this server was taken for dead");
    if (task.error !== null) throw new NodeFailure(task.error, task.exitCode);
    return { output: task.output ?? "", exitCode: task.exitCode };
  }

  /** Has everything ended without waiting for it. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const withdrawn = this.#withdraw([...this.#waiting.keys()]);
    for (const { end } of this.#waiting.values()) end(undefined);
    this.#waiting.clear();
    await withdrawn;
  }

  #follow(taskId: string, label: string, attempt: Attempt): Promise<RemoteTask | undefined> {
    return new Promise((end) => {
      const stage = "queued" as const;
      const state = { label, attempt, stage, isWithdrawn: false, isTold: false };
      this.#waiting.set(taskId, { ...state, end });
      this.#timer ??= this.#schedule();
    });
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), POLL_MS);
  }

  async #poll(): Promise<void> {
    try {
      await this.#look();
      if (performance.now() >= this.#coverageAt) await this.#tellUncovered();
    } catch (error) {
      this.#parts.log.warn("nodes that workers run could not be followed", { error });
    }
    this.#timer = this.#waiting.size > 0 ? this.#schedule() : undefined;
  }

  async #look(): Promise<void> {
    const { database } = this.#parts;
    const followed = [...this.#waiting];
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
    const ended = tasks.filter(({ state }) => state === "ended").map(({ taskId }) => taskId);
    if (ended.length === 0) return;
    // Nobody changes them any more.
    for (const task of await database.write((tx) => takeTasks(tx, ended), { locks: [] }))
      this.#end(task.taskId, task);
  }

  #end(taskId: string, task: RemoteTask | undefined): void {
    this.#waiting.get(taskId)?.end(task);
    this.#waiting.delete(taskId);
  }

  /** Takes back what no worker has, and asks the workers to end what they have. */
  async #withdraw(taskIds: readonly string[]): Promise<void> {
    const { database, queue, log } = this.#parts;
    if (taskIds.length === 0) return;
    const removed = await database.write(
      async (tx) => {
        const queued: RemoteTask[] = [];
        for (const taskId of taskIds) {
          const task = await findTask(tx, taskId);
          if (task?.state === "queued") queued.push(task);
          else if (task?.state === "taken" && task.workerId !== null)
            await postRequest(tx, task.workerId, {
              kind: "stop-task",
              target: taskId,
              payload: { reason: "cancelled" },
            });
        }
        if (queued.length > 0)
          await takeTasks(
            tx,
            queued.map(({ taskId }) => taskId),
          );
        return queued;
      },
      { locks: taskIds.map(taskKey) },
    );
    for (const taskId of taskIds) {
      const waiting = this.#waiting.get(taskId);
      if (waiting) waiting.isWithdrawn = true;
    }
    // A worker that is offered it finds that it is gone; this only spares it the trouble.
    for (const task of removed)
      queue?.remove(task).catch((error: unknown) => log.warn("a task stays queued", { error }));
  }

  async #tellUncovered(): Promise<void> {
    this.#coverageAt = performance.now() + COVERAGE_MS;
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
