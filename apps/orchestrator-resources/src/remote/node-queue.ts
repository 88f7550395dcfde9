import { connectionString } from "@faculties/storage";
import type { Logger } from "@faculties/mcp-kit";
import type PgBoss from "pg-boss";

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

/** The queue's own schema, next to those of the data: no tenant has one that is named like it. */
const SCHEMA = "orchestrator_queue";
/** A task that was handed out and neither removed nor handed back is handed out again. */
const EXPIRY_SECONDS = 30;
const CONNECTIONS = 2;
const CONNECT_MS = 5_000;
/** On a connection that the network has swallowed no answer ever comes. */
const ANSWER_MS = 5_000;
const CLOSE_MS = 1_000;

type Log = Pick<Logger, "warn">;

const engines = new Map<string, QueueEngine>();

/** The engine of all queues that this process has in a database; the last one who leaves stops it. */
function joinQueueEngine(url: string, log: Log) {
  const engine = engines.get(url) ?? new QueueEngine(url, log);
  engines.set(url, engine);
  engine.users += 1;
  return {
    open: () => engine.open(),
    async leave() {
      engine.users -= 1;
      if (engine.users > 0) return;
      engines.delete(url);
      await engine.stop();
    },
  };
}

class QueueEngine {
  readonly #url: string;
  readonly #log: Log;
  #opening: Promise<PgBoss> | undefined;
  users = 0;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  open(): Promise<PgBoss> {
    return (this.#opening ??= this.#start().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    }));
  }

  async stop(): Promise<void> {
    const boss = await this.#opening?.catch(() => undefined);
    await boss?.stop({ graceful: false, timeout: CLOSE_MS });
  }

  async #start(): Promise<PgBoss> {
    // Loaded on first use: a server without workers does not pay for it.
    const { default: Boss } = await import("pg-boss");
    const boss = new Boss({
      connectionString: connectionString(this.#url),
      schema: SCHEMA,
      application_name: "orchestrator-resources-queue",
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      schedule: false,
      maintenanceIntervalSeconds: EXPIRY_SECONDS,
    } as PgBoss.ConstructorOptions);
    boss.on("error", (error) => this.#log.warn("the queue of nodes has a problem", { error }));
    return boss.start();
  }
}
