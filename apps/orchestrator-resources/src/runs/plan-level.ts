import { setMaxListeners } from "node:events";
import type { NodeState } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { Plan, PlannedNode } from "../domain/plan.ts";
import type { NodeFacts, Scope } from "../domain/template.ts";
import type { RunNodeRow } from "../store/tables.ts";
import type { Nesting } from "./plan-loader.ts";

export type PlanLevelSettings = {
  path: string;
  limit: number;
  parent?: PlanLevel;
  signal: AbortSignal;
  runId: string;
  inputs: Readonly<Record<string, unknown>>;
  /** The nodes whose outputs are asked for later; the others' are not kept in memory. */
  named: ReadonlySet<string>;
  /** The item of each node of a map. */
  items?: readonly unknown[];
};

/** A node that will not run, and the nodes that decided so. */
export type Skipped = { planned: PlannedNode; because: readonly string[] };

/** The consequences of a node's end: nodes that may begin, and nodes that never will. */
export type Consequences = { ready: PlannedNode[]; skipped: Skipped[] };

/** One graph of a run: the run's own, one nested in a node, or the items that a node is mapped over. */
export class PlanLevel {
  readonly nesting: Nesting;
  readonly path: string;
  readonly plan: Plan;
  readonly limit: number;
  readonly parent: PlanLevel | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The first failure that counts for the level as a whole. */
  failure: string | undefined;
  /** Full names of the nodes that failed. */
  readonly failed: string[] = [];
  /** Leaves that run at the moment, here and below. */
  running = 0;
  /** Nodes that have begun and not ended, also while they wait for another try. */
  active = 0;
  readonly #settings: PlanLevelSettings;
  readonly #states = new Map<string, NodeState>();
  readonly #facts = new Map<string, NodeFacts>();
  readonly #waiting = new Map<string, number>();
  readonly #begun = new Set<string>();
  /** The nodes that still begin after a failure. */
  #kept: Set<string> | undefined;
  readonly #stop = new AbortController();
  readonly #cancel = new AbortController();

  constructor(nesting: Nesting, settings: PlanLevelSettings, plan = nesting.loaded.plan) {
    this.nesting = nesting;
    this.plan = plan;
    this.path = settings.path;
    this.limit = settings.limit;
    this.parent = settings.parent;
    this.inputs = settings.inputs;
    this.#settings = settings;
    for (const { id, after } of plan.values()) this.#waiting.set(id, after.length);
    for (const { signal } of [this.#stop, this.#cancel]) setMaxListeners(0, signal);
    const { signal } = settings;
    if (signal.aborted) this.cancel();
    else signal.addEventListener("abort", () => this.cancel(), { once: true });
  }

  /** Whether everything here is ended from outside. */
  get isCancelled(): boolean {
    return this.#cancel.signal.aborted;
  }

  get cancelled(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Ends a node from outside. A failure in the level does not end the nodes that are there to deal with it. */
  signalOf({ id, node }: PlannedNode): AbortSignal {
    return (handles(node) || this.#kept?.has(id) ? this.#cancel : this.#stop).signal;
  }

  /** Nothing new starts here, and what runs is ended. */
  cancel(): void {
    if (this.isCancelled) return;
    this.#stop.abort(new Error("stopped"));
    this.#cancel.abort(new Error("stopped"));
  }

  /** After a failure: what runs is ended, and only nodes that wait for a failure, or for the end, still begin. */
  stop(): Skipped[] {
    if (this.#stop.signal.aborted) return [];
    this.#stop.abort(new Error("stopped"));
    const kept = (this.#kept = new Set<string>());
    const keep = [...this.plan.values()].filter(
      ({ id, node }) => this.#isOpen(id) && handles(node),
    );
    for (let next = keep.pop(); next !== undefined; next = keep.pop()) {
      if (kept.has(next.id)) continue;
      kept.add(next.id);
      for (const id of next.before)
        if (this.#isOpen(id)) keep.push(this.plan.get(id) as PlannedNode);
    }
    return [...this.plan.values()]
      .filter(({ id }) => this.#isOpen(id) && !kept.has(id))
      .map((planned) => ({ planned, because: this.failed }));
  }

  isOver(): boolean {
    return this.active === 0 && this.#states.size === this.plan.size;
  }

  hasRoom(): boolean {
    return this.running < this.limit && (this.parent?.hasRoom() ?? true);
  }

  count(change: 1 | -1): void {
    this.running += change;
    this.parent?.count(change);
  }

  begin(id: string): void {
    this.#begun.add(id);
  }

  nameOf({ id }: Pick<PlannedNode, "id">): string {
    return `${this.path}${id}`;
  }

  /** Remembers how a node ended, before the level begins. */
  restore(id: string, row: RunNodeRow): void {
    this.#end(id, factsOf(row));
    if (row.state !== "failed") return;
    this.failed.push(this.nameOf({ id }));
    this.failure ??= `node "${this.nameOf({ id })}": ${row.error ?? "failed"}`;
  }

  /** The nodes with which the level begins, given those that have ended before. */
  open(): Consequences {
    const found: Consequences = { ready: [], skipped: [] };
    for (const planned of this.plan.values()) {
      if (!this.#isOpen(planned.id)) continue;
      const ended = planned.after.filter((id) => this.#states.has(id));
      this.#waiting.set(planned.id, planned.after.length - ended.length);
      const broken = ended.find((id) => this.#states.get(id) !== "succeeded");
      this.#decide(planned, broken, found);
    }
    return found;
  }

  /** Marks a node as ended, and tells what follows for those after it. */
  end(id: string, facts: NodeFacts): Consequences {
    this.#end(id, facts);
    const found: Consequences = { ready: [], skipped: [] };
    for (const next of this.plan.get(id)?.before ?? []) {
      this.#waiting.set(next, (this.#waiting.get(next) as number) - 1);
      const planned = this.plan.get(next) as PlannedNode;
      if (this.#isOpen(next))
        this.#decide(planned, facts.state === "succeeded" ? undefined : id, found);
    }
    return found;
  }

  stateOf(id: string): NodeState | undefined {
    return this.#states.get(id);
  }

  /** Everything that has not ended. */
  rest(): PlannedNode[] {
    return [...this.plan.values()].filter(({ id }) => !this.#states.has(id));
  }

  sinks(): string[] {
    return [...this.plan.values()].flatMap(({ id, before }) => (before.length === 0 ? [id] : []));
  }

  /** The outputs of the nodes that nothing comes after. */
  outputs(): Map<string, unknown> {
    return new Map(
      this.sinks().flatMap((id) => {
        const output = this.#facts.get(id)?.output ?? null;
        return output === null ? [] : [[id, output] as const];
      }),
    );
  }

  /** The values that the templates of a node can see. */
  scopeOf({ id }: Pick<PlannedNode, "id">): Scope {
    const { runId, inputs, items, parent } = this.#settings;
    if (items === undefined || !parent)
      return { runId, inputs, nodeOf: (name) => this.#facts.get(name) };
    const index = Number(id);
    return { runId, inputs, nodeOf: (name) => parent.#facts.get(name), item: items[index], index };
  }

  #isOpen(id: string): boolean {
    return !this.#states.has(id) && !this.#begun.has(id);
  }

  #end(id: string, facts: NodeFacts): void {
    const { named, items, parent } = this.#settings;
    this.#states.set(id, facts.state as NodeState);
    const isSink = parent !== undefined && (this.plan.get(id)?.before.length ?? 0) === 0;
    const isKept = named.has(id) || isSink || items !== undefined;
    this.#facts.set(id, isKept ? facts : { ...facts, output: null, stderr: null });
  }

  #decide(planned: PlannedNode, broken: string | undefined, found: Consequences): void {
    const { trigger = "all_success" } = planned.node;
    const skip = (because: readonly string[]) =>
      found.skipped.push({ planned, because: because.map((id) => this.nameOf({ id })) });
    if (trigger === "all_success" && broken !== undefined) skip([broken]);
    else if ((this.#waiting.get(planned.id) as number) > 0) return;
    else if (trigger !== "any_failed") found.ready.push(planned);
    else if (planned.after.some((id) => this.#states.get(id) === "failed"))
      found.ready.push(planned);
    else skip(planned.after);
  }
}

/** Whether a node is there for what goes wrong, or for the end whatever happens. */
function handles({ trigger = "all_success" }: PlannedNode["node"]): boolean {
  return trigger !== "all_success";
}

function factsOf({ state, output, exitCode, error, stderr }: RunNodeRow): NodeFacts {
  return { state, output, exit_code: exitCode, error, stderr };
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
