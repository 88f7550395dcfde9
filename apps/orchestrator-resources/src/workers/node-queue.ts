import type { Logger } from "@faculties/mcp-kit";
import type PgBoss from "pg-boss";
import { EXPIRY_SECONDS, joinQueueEngine } from "./queue-engine.ts";

/** A task that was handed out; it must be removed or handed back. */
export type QueuedTask = { taskId: string; label: string };

const WITHOUT_END = 2_147_483_647;
/** The SQLSTATE of a transaction that was undone to end a deadlock. */
const DEADLOCK = "40P01";
const MOST_TRIES = 10;

/**
 * Brings tasks to workers by their label. It may hand one out twice, or one that is no longer wanted: what a task is
 * and who has it is in the server's own tables, and this carries its id alone.
 */
export class NodeQueue {
  readonly #url: string;
  readonly #namespace: string;
  readonly #log: Pick<Logger, "warn">;
  readonly #known = new Map<string, Promise<string>>();
  #engine: ReturnType<typeof joinQueueEngine> | undefined;

  /** Tenants have data in namespaces of their own, and so queues. */
  constructor({ url, namespace }: { url: string; namespace: string }, log: Pick<Logger, "warn">) {
    this.#url = url;
    this.#namespace = namespace;
    this.#log = log;
  }

  async send({ taskId, label }: QueuedTask): Promise<void> {
    await this.#ask(label, (boss, name) => boss.send(name, {}, { id: taskId }));
  }

  /** Hands out at most `most` tasks with a label. */
  async take(label: string, most: number): Promise<QueuedTask[]> {
    const jobs = await this.#ask(label, (boss, name) => boss.fetch(name, { batchSize: most }));
    return jobs.map(({ id }) => ({ taskId: id, label }));
  }

  async remove({ taskId, label }: QueuedTask): Promise<void> {
    await this.#ask(label, (boss, name) => boss.deleteJob(name, taskId));
  }

  /** Somebody else, or the same worker a second later, may have it. */
  async handBack({ taskId, label }: QueuedTask): Promise<void> {
    await this.#ask(label, (boss, name) => boss.fail(name, taskId));
  }

  async close(): Promise<void> {
    await this.#engine?.leave();
  }

  async #ask<Result>(
    label: string,
    question: (boss: PgBoss, name: string) => Promise<Result>,
  ): Promise<Result> {
    const boss = await this.#open();
    const name = await this.#queueOf(label);
    return againAfterDeadlock(() => question(boss, name));
  }

  async #open(): Promise<PgBoss> {
    this.#engine ??= joinQueueEngine(this.#url, this.#log);
    return this.#engine.open();
  }

  #queueOf(label: string): Promise<string> {
    const known = this.#known.get(label) ?? this.#createQueue(label);
    this.#known.set(label, known);
    known.catch(() => this.#known.delete(label));
    return known;
  }

  async #createQueue(label: string): Promise<string> {
    const boss = await this.#open();
    const name = `${this.#namespace}.${label}`;
    const settings = {
      name,
      retryLimit: WITHOUT_END,
      retryDelay: 1,
      expireInSeconds: EXPIRY_SECONDS,
      retentionDays: 365,
    };
    await againAfterDeadlock(() => boss.createQueue(name, settings));
    return name;
  }
}

/** Making a queue locks tables that others use; PostgreSQL undoes one of two that wait for each other. */
async function againAfterDeadlock<Result>(question: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await question();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== DEADLOCK || tries === MOST_TRIES) throw error;
    }
  }
}
