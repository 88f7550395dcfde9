import { randomUUID } from "node:crypto";
import type { ChangeSource } from "../follow.ts";
import type { StorageLog } from "../storage.ts";
import { notifyOthers, hear } from "./listening-connection.ts";
import { explainPostgresError } from "./postgres-error.ts";
import type { PostgresTarget } from "./postgres-target.ts";

/** Hears of the commits of others. It counts as live when it has heard itself: behind some poolers nothing is ever heard. */
export class ChangeListener implements ChangeSource {
  readonly #target: PostgresTarget;
  readonly #self: string;
  readonly #log: StorageLog | undefined;
  readonly #listeners = new Set<() => void>();
  #probe = "";
  #stop: (() => void) | undefined;
  #isLive = false;

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
    this.#stop ??= hear(this.#target.url, {
      namespace: this.#target.namespace,
      listening: (tell) => void this.#tryOut(tell),
      heard: (payload) => this.#heard(payload),
      lost: (cause) => this.#lost(cause),
    });
    return () => this.#listeners.delete(wake);
  }

  async close(): Promise<void> {
    this.#stop?.();
    this.#listeners.clear();
  }

  async #tryOut(tell: (sql: string) => Promise<unknown>): Promise<void> {
    this.#probe = randomUUID();
    await tell(notifyOthers(this.#target.namespace, this.#probe)).catch(() => undefined);
  }

  #heard(payload: string | undefined): void {
    if (payload === this.#probe) this.#isLive = true;
    if (payload !== this.#self) this.#wake();
  }

  #lost(cause: unknown): void {
    if (this.#isLive) {
      const { description } = this.#target;
      this.#log?.warn("Changes of others are not told any more; looking for them instead.", {
        database: description,
        cause: explainPostgresError(cause, description),
      });
    }
    this.#isLive = false;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#listeners) wake();
  }
}
