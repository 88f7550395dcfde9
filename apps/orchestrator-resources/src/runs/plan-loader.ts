import { CodedError } from "@faculties/errors";
import { nodesNamedBy } from "../domain/node-attributes.ts";
import type { GraphState } from "../domain/graph-state.ts";
import { type Plan, planOf } from "../domain/plan.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { NodeFailure } from "./node-failure.ts";

/** A plan, and the version of the graph that it was read from. */
export type LoadedPlan = {
  graphId: string;
  version: number;
  plan: Plan;
  /** The nodes that templates and conditions of others look at. */
  named: ReadonlySet<string>;
};

/** Reads the graphs of one run, each once, in the versions that the run began with. */
export class PlanLoader {
  readonly #database: Database;
  readonly #graphs: GraphStore;
  readonly #pins: Readonly<Record<string, number>>;
  readonly #loading = new Map<string, Promise<LoadedPlan>>();

  constructor(database: Database, graphs: GraphStore, pins: Readonly<Record<string, number>> = {}) {
    this.#database = database;
    this.#graphs = graphs;
    this.#pins = pins;
  }

  load(graphId: string, version: number | undefined): Promise<LoadedPlan> {
    const wanted =
      version ?? (Object.hasOwn(this.#pins, graphId) ? this.#pins[graphId] : undefined);
    const key = JSON.stringify([graphId, wanted]);
    const known = this.#loading.get(key);
    if (known) return known;
    const loading = this.#read(graphId, wanted);
    this.#loading.set(key, loading);
    // Not there yet: a later try may find it.
    loading.catch(() => this.#loading.delete(key));
    return loading;
  }

  /** The latest version of each graph that is nested in a plan, at whatever depth. Graphs that are not there have none. */
  async pinsOf({ plan }: LoadedPlan): Promise<Record<string, number>> {
    const pins: Record<string, number> = {};
    const waiting = nestedIn(plan);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { graphId, version } = next;
      if (version === undefined && Object.hasOwn(pins, graphId)) continue;
      const key = JSON.stringify([graphId, version]);
      if (version !== undefined && this.#loading.has(key)) continue;
      const loaded = await this.load(graphId, version).catch(noPlan);
      if (!loaded) continue;
      if (version === undefined) pins[graphId] = loaded.version;
      waiting.push(...nestedIn(loaded.plan));
    }
    return pins;
  }

  async #read(graphId: string, wanted: number | undefined): Promise<LoadedPlan> {
    const { version, state } = await this.#database.read((tx) =>
      this.#graphs.load(tx, graphId, wanted),
    );
    return loadedPlan(graphId, version, state);
  }
}

/** Reads a version of a graph as a plan, or says why it is none. */
export function loadedPlan(graphId: string, version: number, state: GraphState): LoadedPlan {
  const plan = planOf(state);
  const named = new Set([...plan.values()].flatMap(({ attributes }) => nodesNamedBy(attributes)));
  return { graphId, version, plan, named };
}

type Nested = { graphId: string; version: number | undefined };

/** A graph whose name a template gives is known only when its node begins. */
function nestedIn(plan: Plan): Nested[] {
  return [...plan.values()].flatMap(({ node }) =>
    node.kind === "graph" && !node.graph_id.includes("{{")
      ? [
          {
            graphId: node.graph_id,
            version: Number.isInteger(node.version) ? node.version : undefined,
          },
        ]
      : [],
  );
}

/** The node that names it will tell. */
function noPlan(error: unknown): undefined {
  if (!(error instanceof CodedError)) throw error;
}

const DEEPEST = 16;
export const MOST_NODES = 100_000;

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
