import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import { StopTaskRequest } from "@faculties/schemas/orchestrator-resources/owner-requests";
import { type ChildRunner, runChild } from "../children/run-child.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import { NodeFailure } from "../runs/node-failure.ts";
import type { HostSettings } from "../settings.ts";
import type { Database, WriteBody } from "../store/database.ts";
import { beat } from "../store/instances.ts";
import { instanceKey, taskKey } from "../store/lock-keys.ts";
import {
  claimTask,
  endTask,
  setTaskChild,
  type TaskResult,
  tasksOfWorker,
} from "../store/remote-tasks.ts";
import type { RemoteTask } from "../store/tables.ts";
import { forgetWorker, registerWorker } from "../store/workers.ts";
import type { NodeQueue, QueuedTask } from "./node-queue.ts";

type NodeWorkerParts = {
  database: Database;
  queue: NodeQueue;
  children: ChildRunner;
  mailbox: Mailbox;
  heartbeatMs: number;
  /** Cut off from the database for this long it ends what it runs: soon others will start it again. */
  cutOffMs: number;
  log: Pick<Logger, "warn">;
};

export type WorkerSettings = { labels: readonly string[]; concurrency: number };

type Running = { abort: AbortController; done: Promise<void> };

/** A task that the database says it has taken and that it does not know: the answer to its claim was lost. */
const UNKNOWN: TaskResult = {
  exitCode: null,
  error: "the worker knows nothing of it",
  output: null,
};
const UNSTORED = { error: "its result could not be stored; see the worker's log", output: null };
const POLL_MS = 200;

/** When children must be told to end so that they have ended before others count them as dead; with time to spare. */
export function cutOffAfter({ silentMs }: HostSettings, killGraceMs: number): number {
  return Math.min((silentMs * 2) / 3, (silentMs * 5) / 6 - killGraceMs);
}

/** Takes nodes of other processes' runs by their label and runs them here. */
export class NodeWorker {
  readonly #parts: NodeWorkerParts;
  readonly #running = new Map<string, Running>();
  readonly #claiming = new Set<string>();
  #cutOff: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(parts: NodeWorkerParts) {
    this.#parts = parts;
    parts.mailbox.on("stop-task", StopTaskRequest, (taskId, { reason }) =>
      this.#stop(taskId, reason),
    );
  }

  /** Works until the signal aborts; then ends what it runs and hands back what it has not begun. */
  async run(settings: WorkerSettings, signal: AbortSignal, onReady: () => void): Promise<void> {
    const { database } = this.#parts;
    const closeMailbox = this.#parts.mailbox.open();
    await this.#attend(settings);
    onReady();
    const attending = this.#attendRegularly(settings, signal);
    for (let turn = 0; !signal.aborted; turn += 1) {
      await this.#guarded(() => this.#takeSome(settings, turn, signal));
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    this.#isStopping = true;
    database.close();
    await attending;
    clearTimeout(this.#cutOff);
    this.#stopAll("the worker was shut down");
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    closeMailbox();
    await database.write((tx) => forgetWorker(tx, database.writer));
  }

  /** Labels take turns in being first, so that none starves. */
  async #takeSome(
    { labels, concurrency }: WorkerSettings,
    turn: number,
    signal: AbortSignal,
  ): Promise<void> {
    for (let index = 0; index < labels.length && !signal.aborted; index += 1) {
      const label = labels[(turn + index) % labels.length] as string;
      const free = concurrency - this.#running.size;
      if (free <= 0) return;
      const offered = await this.#parts.queue.take(label, free);
      await Promise.all(offered.map((task) => this.#accept(task, signal)));
    }
  }

  async #accept(offered: QueuedTask, signal: AbortSignal): Promise<void> {
    const { database, queue } = this.#parts;
    if (signal.aborted) return queue.handBack(offered);
    const { taskId } = offered;
    this.#claiming.add(taskId);
    try {
      const claim = await database.write((tx) => claimTask(tx, taskId, database.writer), {
        locks: [taskKey(taskId)],
      });
      if (claim.outcome === "paused") return await queue.handBack(offered);
      if (claim.outcome === "taken") this.#begin(claim.task);
    } finally {
      this.#claiming.delete(taskId);
    }
    await queue.remove(offered);
  }

  #begin(task: RemoteTask): void {
    const abort = new AbortController();
    const done = this.#execute(task, abort.signal).finally(() => this.#running.delete(task.taskId));
    this.#running.set(task.taskId, { abort, done });
  }

  async #execute({ taskId, ...task }: RemoteTask, signal: AbortSignal): Promise<void> {
    const { database, children } = this.#parts;
    const { runId, nodeId, graphId, spec } = task;
    const write = (body: WriteBody<void>, locks: string[]) =>
      void this.#guarded(() => database.writeThroughOutage(body, { locks }));
    const result = await runChild(children, spec, {
      runId,
      nodeId,
      workerId: database.writer,
      signal,
      onChild: (childId) => write((tx) => setTaskChild(tx, taskId, childId), [taskKey(taskId)]),
      onActivity: () => undefined,
      record: (event) => write(async (_, outbox) => outbox.record({ graphId, ...event }), []),
    }).then((outcome) => ({ ...outcome, error: null }), failureOf);
    await this.#report(taskId, result);
  }

  /** The owner waits for this: it is told as soon as the database can be reached. */
  async #report(taskId: string, result: TaskResult): Promise<void> {
    const { database } = this.#parts;
    const tell = (told: TaskResult) =>
      this.#guarded(() =>
        database.writeThroughOutage((tx) => endTask(tx, taskId, told), {
          locks: [taskKey(taskId)],
        }),
      );
    if ((await tell(result)) || this.#isStopping) return;
    await tell({ ...UNSTORED, exitCode: result.exitCode });
  }

  async #attendRegularly(settings: WorkerSettings, signal: AbortSignal): Promise<void> {
    const { heartbeatMs } = this.#parts;
    while (!signal.aborted) {
      await delay(heartbeatMs, undefined, { signal }).catch(() => undefined);
      await this.#guarded(() => this.#attend(settings));
    }
  }

  /** Says that this worker is there and what it takes; ends what nobody waits for any more, and what it does not have. */
  async #attend({ labels, concurrency }: WorkerSettings): Promise<void> {
    const { database } = this.#parts;
    const { writer } = database;
    const before = new Set(this.#running.keys());
    let began = 0;
    const { wanted, missing } = await database.write(
      async (tx, outbox) => {
        // In here: it may have waited for the database for a while, and nobody hears of it before.
        began = performance.now();
        await beat(tx, outbox.now, writer);
        await registerWorker(tx, { instanceId: writer, labels: [...labels], concurrency });
        const tasks = await tasksOfWorker(tx, writer);
        const isMissing = (one: string) => !this.#running.has(one) && !this.#claiming.has(one);
        return { wanted: new Set(tasks), missing: tasks.filter(isMissing) };
      },
      { locks: [instanceKey(writer)] },
    );
    this.#hear(began);
    for (const taskId of missing)
      await database.write((tx) => endTask(tx, taskId, UNKNOWN), {
        locks: [taskKey(taskId)],
      });
    for (const taskId of before)
      if (!wanted.has(taskId)) this.#stop(taskId, "its run is no longer alive");
  }

  /** Others have heard of this worker at that moment or later. */
  #hear(at: number): void {
    clearTimeout(this.#cutOff);
    const leftMs = Math.max(0, at + this.#parts.cutOffMs - performance.now());
    this.#cutOff = setTimeout(
      () => this.#stopAll("the worker was cut off from the database"),
      leftMs,
    ).unref();
  }

  #stopAll(reason: string): void {
    for (const taskId of this.#running.keys()) this.#stop(taskId, reason);
  }

  #stop(taskId: string, reason: string): void {
    this.#running.get(taskId)?.abort.abort(new Error(reason));
  }

  /** False when it failed; what comes later tries again. */
  async #guarded(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.#parts.log.warn("the database did not do what the worker asked of it", { error });
      return false;
    }
  }
}

function failureOf(error: unknown): TaskResult {
  const exitCode = error instanceof NodeFailure ? error.exitCode : null;
  return { exitCode, error: error instanceof Error ? error.message : String(error), output: null };
}
