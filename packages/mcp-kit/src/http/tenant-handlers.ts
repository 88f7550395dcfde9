import type { Logger } from "../observe/logger.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { HandlerPool, HttpHandler, Lease } from "./handler.ts";

// As long as an idle session may live: closing a handler ends its sessions.
const IDLE_MS = 30 * 60 * 1000;
const SWEEP_MS = 60 * 1000;

type TenantSettings = {
  open(tenant: Tenant): HttpHandler;
  most: number;
  log: Logger;
  now?: () => number;
};

type Kept = { handler: HttpHandler; requests: number; lastUsed: number };

/** A handler for each tenant and role: opened when first asked for, closed when idle, bounded in number. */
export class TenantHandlers implements HandlerPool {
  readonly #settings: TenantSettings;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(settings: TenantSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? Date.now;
    this.#timer = setInterval(() => this.closeIdle(), SWEEP_MS).unref();
  }

  async acquire(tenant: Tenant | undefined): Promise<Lease | undefined> {
    if (tenant === undefined) return undefined;
    const key = `${tenant.name} ${tenant.role ?? ""}`;
    // A handler of this tenant that is closing must be closed before another is opened.
    while (this.#closing.has(key)) await this.#closing.get(key);
    const kept = this.#kept.get(key) ?? this.#open(key, tenant);
    if (kept === undefined) return undefined;
    kept.requests += 1;
    kept.lastUsed = this.#now();
    let released = false;
    return {
      handler: kept.handler,
      release: () => {
        if (released) return;
        released = true;
        kept.requests -= 1;
        kept.lastUsed = this.#now();
      },
    };
  }

  /** Closes what nobody has used for half an hour. */
  closeIdle(): void {
    for (const [key, kept] of this.#kept)
      if (isIdle(kept) && this.#now() - kept.lastUsed >= IDLE_MS) this.#drop(key, kept);
  }

  open(): HttpHandler[] {
    return [...this.#kept.values()].map(({ handler }) => handler);
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.open().map((handler) => handler.disconnect()));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const [key, kept] of this.#kept) this.#drop(key, kept);
    await Promise.all(this.#closing.values());
  }

  #open(key: string, tenant: Tenant): Kept | undefined {
    if (this.#kept.size >= this.#settings.most && !this.#makeRoom()) return undefined;
    const kept = { handler: this.#settings.open(tenant), requests: 0, lastUsed: this.#now() };
    this.#kept.set(key, kept);
    return kept;
  }

  #makeRoom(): boolean {
    const [longestIdle] = [...this.#kept]
      .filter(([, kept]) => isIdle(kept))
      .toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (longestIdle) this.#drop(...longestIdle);
    return longestIdle !== undefined;
  }

  #drop(key: string, { handler }: Kept): void {
    this.#kept.delete(key);
    const closed = handler
      .close()
      .catch((error: unknown) => this.#settings.log.error("closing a tenant failed", { error }))
      .finally(() => this.#closing.delete(key));
    this.#closing.set(key, closed);
  }
}

function isIdle({ requests, handler }: Kept): boolean {
  return requests === 0 && !handler.isBusy();
}
