import type { EventDraft } from "../store/event-log.ts";
import type { Database } from "../store/database.ts";
import type { ChildPool, PooledChild } from "./child-pool.ts";

type SupervisorParts = {
  database: Database;
  pool: ChildPool;
  stallMs: number;
  killGraceMs: number;
};

/**
 * Looks for children that neither write nor compute. After a while it warns; after twice as long it ends those
 * that work for a run, so that the run can try again or fail instead of waiting for ever.
 */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #stage = new Map<string, "warned" | "ended">();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  async tick(): Promise<void> {
    const { database, pool, stallMs } = this.#parts;
    const events: EventDraft[] = [];
    const running = pool.running();
    for (const pooled of running) {
      const idleMs = database.now() - pooled.child.lastActivity;
      const { childId, runId } = pooled.row;
      if (idleMs < stallMs) this.#stage.delete(childId);
      // Never without a warning at an earlier look: a machine that slept makes everything seem idle at once.
      else if (!this.#stage.has(childId)) this.#warn(pooled, idleMs, events);
      else if (idleMs >= 2 * stallMs && runId !== null) this.#end(pooled, events);
    }
    const alive = new Set(running.map(({ row }) => row.childId));
    for (const childId of this.#stage.keys()) if (!alive.has(childId)) this.#stage.delete(childId);
    if (events.length > 0)
      await database.write(async (tx, outbox) => outbox.record(...events), { locks: [] });
  }

  #warn(pooled: PooledChild, idleMs: number, events: EventDraft[]): void {
    this.#stage.set(pooled.row.childId, "warned");
    events.push(eventOf(pooled, "WARN", { message: "child is stalled", idle_ms: idleMs }));
  }

  #end(pooled: PooledChild, events: EventDraft[]): void {
    const { childId } = pooled.row;
    if (this.#stage.get(childId) === "ended") return;
    this.#stage.set(childId, "ended");
    const message = "stalled and was ended by the supervisor";
    this.#parts.pool.stop(childId, { state: "killed", message }, this.#parts.killGraceMs);
    events.push(eventOf(pooled, "KILL", { message: "stalled child ended" }));
  }
}

function eventOf({ row, nodeId }: PooledChild, kind: "WARN" | "KILL", payload: object): EventDraft {
  const { childId, runId, opId } = row;
  return { kind, childId, runId, opId, nodeId, payload };
}
