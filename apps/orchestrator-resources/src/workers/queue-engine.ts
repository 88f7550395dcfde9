import type { Logger } from "@faculties/mcp-kit";
import type PgBoss from "pg-boss";

/** The queue's own schema, beside those of the data: no tenant has one that is named like it. */
const SCHEMA = "orchestrator_queue";
/** A task that was handed out and neither removed nor handed back is handed out again. */
export const EXPIRY_SECONDS = 30;
const CONNECTIONS = 2;
const CONNECT_MS = 5_000;
/** On a connection that the network has swallowed no answer ever comes. */
const ANSWER_MS = 5_000;
const CLOSE_MS = 1_000;

type Log = Pick<Logger, "warn">;

const engines = new Map<string, QueueEngine>();

/** The engine of all queues that this process has in a database; the last one who leaves stops it. */
export function joinQueueEngine(url: string, log: Log) {
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
    // Loaded on first use: whoever has no workers does not pay for it.
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

/** The driver's own reading of sslmode differs from everybody else's, and says so on stderr. */
function connectionString(url: string): string {
  const parsed = new URL(url);
  if (parsed.searchParams.has("sslmode")) parsed.searchParams.set("uselibpqcompat", "true");
  return parsed.href;
}
