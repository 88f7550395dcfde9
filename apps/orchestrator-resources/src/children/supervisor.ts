import type { EventDraft } from "../store/event-log.ts";
import type { Database } from "../store/database.ts";
import type { ChildPool, PooledChild } from "./child-pool.ts";

type SupervisorParts = {
  database: Database;
  pool: ChildPool;
  /** Silence after which a warning is recorded; undefined where nobody asked for warnings. */
  stallMs: number | undefined;
  killGraceMs: number;
};

/**
 * Looks for children that neither write nor compute. It warns after a while, and ends a child only if its spec says how
 * long silence may last: a program that waits for a model, a download or a person looks just like one that hangs.
 */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #stage = new Map<string, "warned" | "ended">();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  async tick(): Promise<void> {
    const { database, pool, stallMs = Infinity } = this.#parts;
    const events: EventDraft[] = [];
    const running = pool.running();
    for (const pooled of running) {
      const idleMs = database.now() - pooled.child.lastActivity;
      const { childId } = pooled.row;
      if (idleMs >= (pooled.maxSilenceMs ?? Infinity)) this.#end(pooled, events);
      else if (idleMs < stallMs) this.#stage.delete(childId);
      else if (!this.#stage.has(childId)) this.#warn(pooled, idleMs, events);
    }
    const alive = new Set(running.map(({ row }) => row.childId));
    for (const childId of this.#stage.keys()) if (!alive.has(childId)) this.#stage.delete(childId);
    if (events.length > 0)
      await database.write(async (tx, outbox) => outbox.record(...events), { locks: [] });
  }

  #warn(pooled: PooledChild, idleMs: number, events: EventDraft[]): void {
    this.#stage.set(pooled.row.childId, "warned");
    events.push(eventOf(pooled, "WARN", { message: "child is silent", idle_ms: idleMs }));
  }

  #end(pooled: PooledChild, events: EventDraft[]): void {
    const { childId } = pooled.row;
    if (this.#stage.get(childId) === "ended") return;
    this.#stage.set(childId, "ended");
    const message = `silent for more than ${pooled.maxSilenceMs} ms`;
    this.#parts.pool.stop(childId, { state: "killed", message }, this.#parts.killGraceMs);
    events.push(eventOf(pooled, "KILL", { message: "silent child ended" }));
  }
}

function eventOf({ row, nodeId }: PooledChild, kind: "WARN" | "KILL", payload: object): EventDraft {
  const { childId, runId, opId } = row;
  return { kind, childId, runId, opId, nodeId, payload };
}
