import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import { StopTaskRequest } from "@faculties/schemas/orchestrator-resources/owner-requests";
import { type ChildRunner, runChild } from "../children/run-child.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import { NodeFailure } from "../runs/node-failure.ts";
import type { HostSettings } from "../settings.ts";
import type { Database, WriteBody } from "../store/database.ts";
import { beat } from "../store/instances.ts";
import { instanceKey, labelKey, taskKey } from "../store/lock-keys.ts";
import {
  claimTasks,
  endTask,
  hasQueuedTasks,
  requeueTasks,
  setTaskChild,
  type TaskResult,
  tasksOfWorker,
} from "../store/remote-tasks.ts";
import type { RemoteTask } from "../store/tables.ts";
import { forgetWorker, registerWorker } from "../store/workers.ts";

type NodeWorkerParts = {
  database: Database;
  children: ChildRunner;
  mailbox: Mailbox;
  heartbeatMs: number;
  /** Cut off from the database for this long it ends what it runs: soon others will start it again. */
  cutOffMs: number;
  log: Pick<Logger, "warn">;
};

export type WorkerSettings = { labels: readonly string[]; concurrency: number };

type Running = { abort: AbortController; done: Promise<void> };

const UNSTORED: TaskResult = {
  exitCode: null,
  error: "its result could not be stored; see the worker's log",
  isLost: 0,
  output: null,
  errorOutput: null,
};
/** How often to look for work while the database tells of no commits. */
const POLL_MS = 200;
/** Commits so soon after a look share the next one. */
const REST_MS = 2;
const TRY_AGAIN_MS = 500;

/** When children must be told to end so that they have ended before others count them as dead; with time to spare. */
export function cutOffAfter({ silentMs }: HostSettings, killGraceMs: number): number {
  return Math.min((silentMs * 2) / 3, (silentMs * 5) / 6 - killGraceMs);
}

/** Takes nodes of other processes' runs by their label and runs them here. */
export class NodeWorker {
  readonly #parts: NodeWorkerParts;
  readonly #running = new Map<string, Running>();
  /** Begun here, and their result is not written down. */
  readonly #unreported = new Set<string>();
  /** Odd while a claim is under way. */
  #claims = 0;
  #take: () => Promise<void> = async () => undefined;
  #taking = Promise.resolve();
  #cutOff: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(parts: NodeWorkerParts) {
    this.#parts = parts;
    parts.mailbox.on("stop-task", StopTaskRequest, (taskId, { reason }) =>
      this.#stop(taskId, reason),
    );
  }

  /** Works until the signal aborts; then ends what it runs. */
  async run(settings: WorkerSettings, signal: AbortSignal, onReady: () => void): Promise<void> {
    const { database } = this.#parts;
    const closeMailbox = this.#parts.mailbox.open();
    await this.#attend(settings);
    onReady();
    this.#take = () => this.#takeSome(settings, signal);
    database.follow(this.#take, { everyMs: POLL_MS, restMs: REST_MS, signal });
    await this.#attendRegularly(settings, signal);
    this.#isStopping = true;
    database.close();
    clearTimeout(this.#cutOff);
    this.#stopAll("the worker was shut down");
    await this.#taking;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    closeMailbox();
    await database.write((tx) => forgetWorker(tx, database.writer));
  }

  /** Takes as much as there is room for; one at a time, however many ask for it. */
  #takeSome(settings: WorkerSettings, signal: AbortSignal): Promise<void> {
    this.#taking = this.#taking.then(async () => {
      if (signal.aborted || (await this.#guarded(() => this.#claim(settings, signal)))) return;
      setTimeout(() => void this.#take(), TRY_AGAIN_MS).unref();
    });
    return this.#taking;
  }

  async #claim({ labels, concurrency }: WorkerSettings, signal: AbortSignal): Promise<void> {
    const { database } = this.#parts;
    const most = concurrency - this.#running.size;
    if (most <= 0 || !(await database.query((tx) => hasQueuedTasks(tx, labels)))) return;
    const claim = { labels, most, workerId: database.writer };
    this.#claims += 1;
    try {
      const tasks = await database.write((tx) => claimTasks(tx, claim), {
        locks: labels.map(labelKey),
      });
      for (const task of tasks) this.#begin(task);
      // Told to stop meanwhile: what began has not got far.
      if (signal.aborted) this.#stopAll("the worker was shut down");
    } finally {
      this.#claims += 1;
    }
  }

  #begin(task: RemoteTask): void {
    const abort = new AbortController();
    this.#unreported.add(task.taskId);
    const done = this.#execute(task, abort.signal).finally(() => {
      this.#running.delete(task.taskId);
      // There is room for another.
      void this.#take();
    });
    this.#running.set(task.taskId, { abort, done });
  }

  async #execute({ taskId, ...task }: RemoteTask, signal: AbortSignal): Promise<void> {
    const { database, children } = this.#parts;
    const { runId, nodeId, graphId, spec } = task;
    const write = (body: WriteBody<void>, locks: string[]) =>
      void this.#guarded(() => database.writeThroughOutage(body, { locks }));
    const result: TaskResult = await runChild(children, spec, {
      runId,
      nodeId,
      workerId: database.writer,
      signal,
      onChild: (childId) => write((tx) => setTaskChild(tx, taskId, childId), [taskKey(taskId)]),
      onActivity: () => undefined,
      record: (event) => write(async (_, outbox) => outbox.record({ graphId, ...event }), []),
    }).then(
      (outcome) => ({ ...outcome, error: null, isLost: 0 }),
      (error: unknown) => failureOf(error, this.#isStopping),
    );
    await this.#report(taskId, result);
  }

  /** The owner waits for this: it is told as soon as the database can be reached. */
  async #report(taskId: string, result: TaskResult): Promise<void> {
    const { database } = this.#parts;
    const tell = (told: TaskResult) =>
      this.#guarded(async () => {
        await database.writeThroughOutage((tx) => endTask(tx, taskId, told), {
          locks: [taskKey(taskId)],
        });
        this.#unreported.delete(taskId);
      });
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
    const claims = this.#claims;
    let began = 0;
    const wanted = await database.write(
      async (tx, outbox) => {
        // In here: it may have waited for the database for a while, and nobody hears of it before.
        began = performance.now();
        await beat(tx, outbox.now, writer);
        await registerWorker(tx, { instanceId: writer, labels: [...labels], concurrency });
        return new Set(await tasksOfWorker(tx, writer));
      },
      { locks: [instanceKey(writer)], isQuiet: true },
    );
    this.#hear(began);
    // Given to it by a claim whose answer was lost: it never began them.
    const missing = [...wanted].filter((taskId) => !before.has(taskId));
    if (missing.length > 0 && claims % 2 === 0 && claims === this.#claims)
      await database.write(
        async (tx) => {
          await requeueTasks(
            tx,
            missing.filter((one) => !this.#unreported.has(one)),
            writer,
          );
          for (const taskId of missing)
            if (this.#unreported.has(taskId)) await endTask(tx, taskId, UNSTORED);
        },
        { locks: missing.map(taskKey) },
      );
    if (missing.length > 0) void this.#take();
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

function failureOf(error: unknown, isLost: boolean): TaskResult {
  const {
    exitCode = null,
    output = null,
    errorOutput = null,
  } = error instanceof NodeFailure ? error : {};
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode, error: message, isLost: isLost ? 1 : 0, output, errorOutput };
}
