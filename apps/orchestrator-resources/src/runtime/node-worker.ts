import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import type { Ledger } from "../store/ledger.ts";
import {
  claimTask,
  endTask,
  setTaskChild,
  type TaskResult,
  tasksOfWorker,
} from "../store/remote-task-store.ts";
import { forgetWorker, registerWorker } from "../store/worker-store.ts";
import type { RemoteTask } from "../store/worker-tables.ts";
import type { ChildRunner } from "./child-runner.ts";
import type { Mailbox } from "./mailbox.ts";
import { NodeFailure } from "./node-failure.ts";
import type { NodeQueue, QueuedTask } from "./node-queue.ts";
import { SILENT_MS } from "./silence-watch.ts";

type Parts = {
  ledger: Ledger;
  queue: NodeQueue;
  children: ChildRunner;
  mailbox: Mailbox;
  heartbeatMs: number;
  log: Pick<Logger, "warn">;
};

export type WorkerSettings = { labels: readonly string[]; concurrency: number };

type Running = { abort: AbortController; done: Promise<void> };

const POLL_MS = 200;
const RETRY_MS = 500;
/** Cut off from the database for this long it ends what it runs: soon others will start it anew. */
const FENCE_MS = (SILENT_MS * 2) / 3;

/** Takes nodes of other processes' runs by their label and runs them here. */
export class NodeWorker {
  readonly #parts: Parts;
  readonly #running = new Map<string, Running>();
  #heardAt = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.mailbox.on("stop-task", ({ target, payload }) =>
      this.#stop(target, String(payload["reason"])),
    );
  }

  /** Works until the signal aborts; then ends what it runs and hands back what it has not begun. */
  async run(settings: WorkerSettings, signal: AbortSignal, onReady: () => void): Promise<void> {
    const { ledger } = this.#parts;
    const closeMailbox = this.#parts.mailbox.open();
    await this.#attend(settings);
    onReady();
    const attending = this.#attendRegularly(settings, signal);
    for (let turn = 0; !signal.aborted; turn += 1) {
      await this.#guarded(() => this.#takeSome(settings, turn, signal));
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    await attending;
    for (const taskId of this.#running.keys()) this.#stop(taskId, "the worker was shut down");
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    closeMailbox();
    await ledger.write((unit) => forgetWorker(unit, ledger.writer));
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
    const { ledger, queue } = this.#parts;
    if (signal.aborted) return queue.handBack(offered);
    const claim = await ledger.write((unit) => claimTask(unit, offered.taskId, ledger.writer));
    if (claim.outcome === "paused") return queue.handBack(offered);
    if (claim.outcome === "taken") this.#begin(claim.task);
    await queue.remove(offered);
  }

  #begin(task: RemoteTask): void {
    const abort = new AbortController();
    const done = this.#execute(task, abort.signal).finally(() => this.#running.delete(task.taskId));
    this.#running.set(task.taskId, { abort, done });
  }

  async #execute({ taskId, ...task }: RemoteTask, signal: AbortSignal): Promise<void> {
    const { ledger, children } = this.#parts;
    const { runId, nodeId, graphId, spec } = task;
    const write = (body: Parameters<Ledger["write"]>[0]) =>
      void this.#guarded(() => ledger.write(body));
    const result = await children
      .run(spec, {
        runId,
        nodeId,
        workerId: ledger.writer,
        signal,
        onChild: (childId) => write((unit) => setTaskChild(unit, taskId, childId)),
        onActivity: () => undefined,
        record: (event) => write(async (unit) => unit.record({ graphId, ...event })),
      })
      .then((outcome) => ({ ...outcome, error: null }), failureOf);
    await this.#report(taskId, result);
  }

  /** The owner waits for this: it is told as soon as the database can be reached. */
  async #report(taskId: string, result: TaskResult): Promise<void> {
    const { ledger } = this.#parts;
    const deadline = performance.now() + FENCE_MS;
    const tell = () => ledger.write((unit) => endTask(unit, taskId, result));
    while (!(await this.#guarded(tell)) && performance.now() < deadline) await delay(RETRY_MS);
  }

  async #attendRegularly(settings: WorkerSettings, signal: AbortSignal): Promise<void> {
    const { heartbeatMs } = this.#parts;
    while (!signal.aborted) {
      await delay(heartbeatMs, undefined, { signal }).catch(() => undefined);
      if (await this.#guarded(() => this.#attend(settings))) continue;
      if (performance.now() - this.#heardAt < FENCE_MS) continue;
      for (const taskId of this.#running.keys())
        this.#stop(taskId, "the worker was cut off from the database");
    }
  }

  /** Says what this worker takes, and ends what nobody waits for any more. */
  async #attend({ labels, concurrency }: WorkerSettings): Promise<void> {
    const { ledger } = this.#parts;
    const { writer } = ledger;
    const before = [...this.#running.keys()];
    const wanted = await ledger.write(async (unit) => {
      await registerWorker(unit, { instanceId: writer, labels: [...labels], concurrency });
      return new Set(await tasksOfWorker(unit.db, writer));
    });
    this.#heardAt = performance.now();
    for (const taskId of before.filter((one) => !wanted.has(one)))
      this.#stop(taskId, "its run is no longer alive");
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
      this.#parts.log.warn("the worker could not reach the database", { error });
      return false;
    }
  }
}

function failureOf(error: unknown): TaskResult {
  const exitCode = error instanceof NodeFailure ? error.exitCode : null;
  return { exitCode, error: error instanceof Error ? error.message : String(error), output: null };
}
