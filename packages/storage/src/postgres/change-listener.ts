import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { ChangeSource } from "../follow.ts";
import type { StorageLog } from "../storage.ts";
import { listenTo, notifyOthers } from "./change-channel.ts";
import { loadPostgres } from "./load-postgres.ts";
import { explainPostgresError } from "./postgres-error.ts";
import type { PostgresTarget } from "./postgres-target.ts";
import { clientConfig } from "./session-pool.ts";

const TRY_AGAIN_MS = 1_000;
const CONNECT_MS = 5_000;

/**
 * Hears of the commits of others on a connection of its own, which is opened again when it was lost. It counts as live
 * when it has heard itself: behind some poolers nothing is ever heard.
 */
export class ChangeListener implements ChangeSource {
  readonly #target: PostgresTarget;
  readonly #self: string;
  readonly #log: StorageLog | undefined;
  readonly #listeners = new Set<() => void>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLive = false;
  #isClosed = false;

  constructor(target: PostgresTarget, self: string, log: StorageLog | undefined) {
    this.#target = target;
    this.#self = self;
    this.#log = log;
  }

  isLive(): boolean {
    return this.#isLive;
  }

  listen(wake: () => void): () => void {
    this.#listeners.add(wake);
    if (this.#listeners.size === 1 && this.#client === undefined) void this.#connect();
    return () => this.#listeners.delete(wake);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { Client } = await loadPostgres();
    if (this.#isClosed) return;
    const client = new Client({
      ...clientConfig(this.#target),
      connectionTimeoutMillis: CONNECT_MS,
    });
    this.#client = client;
    const probe = randomUUID();
    let cause: unknown;
    client.on("error", (error) => (cause = error));
    client.on("end", () => this.#lost(cause));
    client.on("notification", ({ payload }) => {
      if (payload === probe) this.#isLive = true;
      if (payload !== this.#self) this.#wake();
    });
    try {
      await client.connect();
      // The driver has it, its types do not: hearing of changes keeps no process alive.
      (client as unknown as { unref(): void }).unref();
      await client.query(listenTo(this.#target.namespace));
      await client.query(notifyOthers(this.#target.namespace, probe));
    } catch (error) {
      cause = error;
      await client.end().catch(() => undefined);
    }
  }

  #lost(cause: unknown): void {
    if (this.#isClosed) return;
    if (this.#isLive) {
      const { description } = this.#target;
      this.#log?.warn("Changes of others are not told any more; looking for them instead.", {
        database: description,
        cause: explainPostgresError(cause, description),
      });
    }
    this.#isLive = false;
    this.#wake();
    this.#timer = setTimeout(() => void this.#connect(), TRY_AGAIN_MS).unref();
  }

  #wake(): void {
    for (const wake of this.#listeners) wake();
  }
}
