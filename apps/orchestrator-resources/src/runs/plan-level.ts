import { setMaxListeners } from "node:events";
import { type Plan, type PlannedNode, planOf } from "../domain/plan.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { NodeFailure } from "./node-failure.ts";

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

/** A plan, and the version of the graph that it was read from. */
export type LoadedPlan = { graphId: string; version: number; plan: Plan };

/** Reads the graphs of one run, each once: however often it is nested, it is the same all along. */
export class PlanLoader {
  readonly #database: Database;
  readonly #graphs: GraphStore;
  readonly #loading = new Map<string, Promise<LoadedPlan>>();

  constructor(database: Database, graphs: GraphStore) {
    this.#database = database;
    this.#graphs = graphs;
  }

  load(graphId: string, version: number | undefined): Promise<LoadedPlan> {
    const key = JSON.stringify([graphId, version]);
    const known = this.#loading.get(key);
    if (known) return known;
    const loading = this.#read(graphId, version);
    this.#loading.set(key, loading);
    // Not there yet: a later try may find it.
    loading.catch(() => this.#loading.delete(key));
    return loading;
  }

  async #read(graphId: string, wanted: number | undefined): Promise<LoadedPlan> {
    const { version, state } = await this.#database.read((tx) =>
      this.#graphs.load(tx, graphId, wanted),
    );
    return { graphId, version, plan: planOf(state) };
  }
}

const DEEPEST = 16;
const MOST_NODES = 100_000;

/** A graph of a run, and the graphs that it is nested in. */
export class Nesting {
  readonly loaded: LoadedPlan;
  readonly #parent: Nesting | undefined;

  constructor(loaded: LoadedPlan, parent?: Nesting) {
    this.loaded = loaded;
    this.#parent = parent;
  }

  /** The same of a graph inside this one, unless it cannot be run there. `nodes`: how many the run has without it. */
  enter(loaded: LoadedPlan, nodes: number): Nesting {
    if (this.#depth + 1 >= DEEPEST)
      throw new NodeFailure(`graphs are nested more than ${DEEPEST} deep`);
    if (this.#isWithin(loaded))
      throw new NodeFailure(`the graph "${loaded.graphId}" is nested in itself`);
    if (nodes + loaded.plan.size > MOST_NODES)
      throw new NodeFailure(`the run would have more than ${MOST_NODES} nodes`);
    return new Nesting(loaded, this);
  }

  get #depth(): number {
    return this.#parent === undefined ? 0 : this.#parent.#depth + 1;
  }

  #isWithin(other: LoadedPlan): boolean {
    const { graphId, version } = this.loaded;
    const isSame = graphId === other.graphId && version === other.version;
    return isSame || (this.#parent !== undefined && this.#parent.#isWithin(other));
  }
}

/** First in, first out, also with thousands waiting; one that fits may overtake those that do not. */
export class TaskQueue<Waiting> {
  #tasks: (Waiting | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#tasks.length - this.#head;
  }

  push(task: Waiting): void {
    this.#tasks.push(task);
  }

  /** Takes the first task that fits. */
  takeFirst(fits: (task: Waiting) => boolean): Waiting | undefined {
    for (let index = this.#head; index < this.#tasks.length; index += 1)
      if (fits(this.#tasks[index] as Waiting)) return this.#take(index);
    return undefined;
  }

  /** Takes the task that fits and has the highest rank; of several the first. */
  takeBest(
    fits: (task: Waiting) => boolean,
    rankOf: (task: Waiting) => number,
  ): Waiting | undefined {
    let best = -1;
    let highest = -Infinity;
    for (let index = this.#head; index < this.#tasks.length; index += 1) {
      const task = this.#tasks[index] as Waiting;
      const rank = fits(task) ? rankOf(task) : -Infinity;
      if (rank > highest) [best, highest] = [index, rank];
    }
    return best === -1 ? undefined : this.#take(best);
  }

  #take(index: number): Waiting | undefined {
    if (index !== this.#head) return this.#tasks.splice(index, 1)[0];
    const task = this.#tasks[index];
    this.#tasks[index] = undefined;
    this.#head += 1;
    if (this.#head > 1_024 && this.#head > this.size) {
      this.#tasks = this.#tasks.slice(this.#head);
      this.#head = 0;
    }
    return task;
  }
}
