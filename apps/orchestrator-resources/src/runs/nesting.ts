import { NodeFailure } from "./node-failure.ts";
import type { LoadedPlan } from "./plan-loader.ts";

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
