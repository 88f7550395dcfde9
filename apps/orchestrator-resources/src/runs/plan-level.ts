import { setMaxListeners } from "node:events";
import type { Plan, PlannedNode } from "../domain/plan.ts";
import type { Nesting } from "./nesting.ts";

export type Task = { level: PlanLevel; planned: PlannedNode; attempt: number };

export type PlanLevelSettings = {
  path: string;
  limit: number;
  parent?: PlanLevel;
  signal: AbortSignal;
};

/** One graph of a run: the run's own, or one nested in a node. */
export class PlanLevel {
  readonly nesting: Nesting;
  readonly path: string;
  readonly plan: Plan;
  readonly limit: number;
  readonly parent: PlanLevel | undefined;
  /** The first failure that counts for the level as a whole. */
  failure: string | undefined;
  /** Leaves that run at the moment, here and below. */
  running = 0;
  /** Nodes that have begun and not ended, also while they wait for another try. */
  active = 0;
  readonly outputs = new Map<string, unknown>();
  readonly #waiting: Map<string, number>;
  readonly #unended: Set<string>;
  readonly #abort = new AbortController();

  constructor(nesting: Nesting, settings: PlanLevelSettings) {
    const { plan } = nesting.loaded;
    this.nesting = nesting;
    this.plan = plan;
    this.path = settings.path;
    this.limit = settings.limit;
    this.parent = settings.parent;
    this.#waiting = new Map([...plan.values()].map(({ id, after }) => [id, after.length]));
    this.#unended = new Set(plan.keys());
    setMaxListeners(0, this.#abort.signal);
    const { signal } = settings;
    if (signal.aborted) this.stop();
    else signal.addEventListener("abort", () => this.stop(), { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Nothing new starts here, and what runs is ended. */
  stop(): void {
    if (!this.#abort.signal.aborted) this.#abort.abort(new Error("stopped"));
  }

  isOver(): boolean {
    return this.active === 0 && (this.#unended.size === 0 || this.signal.aborted);
  }

  hasRoom(): boolean {
    return this.running < this.limit && (this.parent?.hasRoom() ?? true);
  }

  count(change: 1 | -1): void {
    this.running += change;
    this.parent?.count(change);
  }

  entrypoints(): PlannedNode[] {
    return [...this.plan.values()].filter(({ after }) => after.length === 0);
  }

  /** Marks a node as ended; those that waited for it alone may begin. */
  end(id: string): PlannedNode[] {
    this.#unended.delete(id);
    const { before = [] } = this.plan.get(id) ?? {};
    return before.flatMap((next) => {
      const left = (this.#waiting.get(next) as number) - 1;
      this.#waiting.set(next, left);
      const planned = this.plan.get(next);
      return left === 0 && planned && this.#unended.has(next) ? [planned] : [];
    });
  }

  /** Everything that can no longer begin because this node did not succeed. */
  dropAfter(id: string): PlannedNode[] {
    const dropped: PlannedNode[] = [];
    const waiting = [...(this.plan.get(id)?.before ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const planned = this.plan.get(next);
      if (!planned || !this.#unended.delete(next)) continue;
      dropped.push(planned);
      waiting.push(...planned.before);
    }
    return dropped;
  }

  /** Takes all that never began. */
  dropRest(): PlannedNode[] {
    const rest = [...this.#unended].flatMap((id) => this.plan.get(id) ?? []);
    this.#unended.clear();
    return rest;
  }

  sinks(): string[] {
    return [...this.plan.values()].flatMap(({ id, before }) => (before.length === 0 ? [id] : []));
  }
}
