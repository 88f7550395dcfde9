import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../observe/logger.ts";
import type { Elicitation, PersonsAnswer } from "../tools/ask.ts";
import type { PartialResult } from "../tools/tool-call.ts";
import { openQuestions } from "./protocol.ts";
import { RunningTask, TaskCancelled, type TaskEnd, type TaskWork } from "./running-task.ts";
import {
  isOpen,
  type StoredTask,
  type TaskChange,
  type TaskPosition,
  type TaskStatus,
  type TaskStore,
} from "./task-store.ts";

const HOUR_MS = 60 * 60 * 1000;
const USUAL_TTL_MS = 4 * HOUR_MS;
const LONGEST_TTL_MS = 24 * HOUR_MS;
const SHORTEST_TTL_MS = 60 * 1000;
const LIMITS = { stored: 5_000, openOfClient: 64, open: 512 };
/** How often a process says that its tasks continue, and looks for what others want of them. */
const ALIVE_EVERY_MS = 2_000;
/** A process that was not heard of for so long has ended, or cannot tell anybody anything. */
const ORPHAN_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 500;
const ID_BYTES = 18;

type ManagerSettings = {
  store(): Promise<TaskStore>;
  /** Tasks are seen by callers with the same owner only. */
  owner: string;
  log: Logger;
};

/** The long calls of one runtime: those that it runs, and those that other processes left in the same database. */
export class TaskManager {
  readonly #settings: ManagerSettings;
  readonly #runner = randomUUID();
  readonly #running = new Map<string, RunningTask>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(settings: ManagerSettings) {
    this.#settings = settings;
  }

  get size(): number {
    return this.#running.size;
  }

  async now(): Promise<number> {
    return (await this.#settings.store()).now();
  }

  /** Makes a task durable; undefined when there are too many of them. */
  async open(tool: string, client: string, ttlMs?: number): Promise<StoredTask | undefined> {
    const store = await this.#settings.store();
    const now = store.now();
    const task: StoredTask = {
      id: randomBytes(ID_BYTES).toString("base64url"),
      owner: this.#settings.owner,
      client,
      tool,
      status: "working",
      message: null,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + Math.min(Math.max(ttlMs ?? USUAL_TTL_MS, SHORTEST_TTL_MS), LONGEST_TTL_MS),
      runner: this.#runner,
      aliveAt: now,
      isCancelWanted: false,
      isOrphan: false,
      result: null,
      error: null,
      partial: null,
      questions: null,
      answers: null,
    };
    if (!(await store.insert(task, LIMITS))) return undefined;
    this.#running.set(task.id, new RunningTask(task));
    this.#timer ??= setInterval(() => void this.#look(), ALIVE_EVERY_MS).unref();
    return task;
  }

  /** Names what the task runs; a task that was cancelled meanwhile is stopped at once. */
  attach(id: string, work: TaskWork): void {
    const running = this.#running.get(id);
    if (running) running.work = work;
    else work.abort(new TaskCancelled());
  }

  /** Stores the end of a task, unless it was cancelled before. */
  async finish(id: string, end: TaskEnd): Promise<void> {
    const change =
      "result" in end
        ? { status: "completed", result: end.result, partial: null }
        : { status: "failed", error: JSON.stringify(end.error), message: end.error.message };
    await this.#end(id, change);
  }

  /** Takes back a task whose call has answered after all. */
  async withdraw(id: string): Promise<void> {
    this.#forget(id);
    await (await this.#settings.store()).delete(id);
  }

  /** Keeps what is known of a call that was stopped and will not be asked for by its own client. */
  async record(
    tool: string,
    client: string,
    message: string,
    partial: PartialResult,
  ): Promise<void> {
    const task = await this.open(tool, client);
    if (!task) return;
    await this.#end(task.id, { status: "cancelled", message, partial: JSON.stringify(partial) });
  }

  /** Undefined for a task of somebody else, or one that has expired. */
  async find(id: string): Promise<StoredTask | undefined> {
    const store = await this.#settings.store();
    const task = await store.find(id);
    if (task === undefined || task.owner !== this.#settings.owner) return undefined;
    const now = store.now();
    if (!isOpen(task)) return task.expiresAt < now ? undefined : task;
    const work = this.#running.get(id)?.work;
    if (work) return { ...task, message: work.message() ?? null };
    if (this.#running.has(id) || now - task.aliveAt < ORPHAN_AFTER_MS) return task;
    await store.abandon(task, {
      status: "failed",
      updatedAt: now,
      message: "The server process that ran it has ended.",
      error: JSON.stringify({ code: -32_603, message: ABANDONED }),
    });
    return store.find(id);
  }

  async list(most: number, after?: TaskPosition): Promise<StoredTask[]> {
    const store = await this.#settings.store();
    const found = await store.list(this.#settings.owner, most, after);
    const now = store.now();
    return found.filter((task) => isOpen(task) || task.expiresAt >= now);
  }

  /** The task once it has ended, or as it is when the time is up. */
  async wait(id: string, ms: number, signal: AbortSignal): Promise<StoredTask | undefined> {
    const deadline = performance.now() + ms;
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    try {
      for (;;) {
        const task = await this.find(id);
        const leftMs = deadline - performance.now();
        if (!task || !isOpen(task) || leftMs <= 0 || signal.aborted) return task;
        const running = this.#running.get(id);
        const pause = (limitMs: number) =>
          delay(limitMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
        if (running) await Promise.race([running.ended, pause(leftMs)]);
        else await pause(Math.min(leftMs, LOOK_EVERY_MS));
      }
    } finally {
      stop.abort();
    }
  }

  /** False when the task has ended before. */
  async cancel(id: string): Promise<boolean> {
    const work = this.#running.get(id)?.work;
    const partial = work?.partial();
    const cancelled = await this.#end(id, {
      status: "cancelled",
      isCancelWanted: true,
      message: "Cancelled.",
      ...(partial && { partial: JSON.stringify(partial) }),
    });
    if (cancelled) work?.abort(new TaskCancelled());
    return cancelled;
  }

  /** Puts a question of a task to its client, and waits for the answer. */
  async ask(id: string, key: string, elicitation: Elicitation): Promise<PersonsAnswer> {
    const running = this.#running.get(id);
    if (!running) throw new TaskCancelled();
    return running.ask(await this.#settings.store(), key, elicitation);
  }

  /** Takes the client's answers to the questions of a task; the first answer to a question counts. */
  async answer(task: StoredTask, answers: Record<string, unknown>): Promise<void> {
    const asked = Object.keys(openQuestions(task));
    const given = Object.entries(answers).filter(([key]) => asked.includes(key));
    if (given.length === 0) return;
    const store = await this.#settings.store();
    await store.answer(task.id, Object.fromEntries(given));
    const known = (await store.find(task.id))?.answers ?? null;
    await this.#running.get(task.id)?.takeAnswers(store, known);
  }

  /** Writes down soon what a task has finished. */
  keep(id: string): void {
    const running = this.#running.get(id);
    if (running) void this.#save(running);
  }

  /** Ends what still runs, honestly: nothing can continue without this process. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    const error = { code: -32_603, message: STOPPED };
    await Promise.allSettled([...this.#running.keys()].map((id) => this.finish(id, { error })));
  }

  async #end(id: string, change: TaskChange & { status: TaskStatus | string }): Promise<boolean> {
    const running = this.#running.get(id);
    const partial = running?.work?.partial();
    const store = await this.#settings.store();
    const whole = {
      ...(partial && change.status !== "completed" && { partial: JSON.stringify(partial) }),
      ...change,
      isOrphan: false,
      questions: null,
      updatedAt: store.now(),
    };
    const changed = await store.change(id, whole);
    this.#forget(id);
    return changed;
  }

  #forget(id: string): void {
    this.#running.get(id)?.end();
    this.#running.delete(id);
    if (this.#running.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) =>
        this.#settings.log.warn("the state of running tasks could not be stored", { error }),
      )
      .finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const store = await this.#settings.store();
    const changed = await store.keepAlive(this.#runner, [...this.#running.keys()]);
    for (const task of changed) {
      const running = this.#running.get(task.id);
      if (!running) continue;
      if (isOpen(task)) {
        await running.takeAnswers(store, task.answers);
        continue;
      }
      if (task.isOrphan) {
        // This process was asleep for long; it is not dead.
        await store.change(task.id, { status: "working", isOrphan: false, error: null });
        continue;
      }
      this.#forget(task.id);
      running.work?.abort(new TaskCancelled());
    }
    await Promise.all([...this.#running.values()].map((running) => this.#save(running)));
  }

  async #save(running: RunningTask): Promise<void> {
    const store = await this.#settings.store();
    await running.save(store).catch((error: unknown) => {
      this.#settings.log.warn("the state of a task could not be stored", { error });
    });
  }
}

const ABANDONED =
  "The server process that ran this call ended before the call did. What had finished is kept; start the call again for the rest.";
const STOPPED =
  "The server was stopped before the call ended. What had finished is kept; start the call again for the rest.";
