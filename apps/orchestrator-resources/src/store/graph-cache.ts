import type { GraphState } from "../domain/graph-state.ts";

/** Nodes and edges held in memory over all graphs, and versions of them. */
const MOST_PARTS = 400_000;
const MOST_STATES = 64;

/** Versions that were used last. They never change, so that nothing here can be out of date. */
export class GraphCache {
  readonly #states = new Map<string, GraphState>();
  #parts = 0;

  get(graphId: string, version: number): GraphState | undefined {
    const key = keyOf(graphId, version);
    const state = this.#states.get(key);
    if (state === undefined) return undefined;
    this.#states.delete(key);
    this.#states.set(key, state);
    return state;
  }

  put(graphId: string, version: number, state: GraphState): void {
    const key = keyOf(graphId, version);
    this.#drop(key);
    this.#states.set(key, state);
    this.#parts += partsOf(state);
    for (const oldest of this.#states.keys()) {
      const fits = this.#parts <= MOST_PARTS && this.#states.size <= MOST_STATES;
      if (fits || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined) return;
    this.#states.delete(key);
    this.#parts -= partsOf(state);
  }
}

function keyOf(graphId: string, version: number): string {
  return `${version}@${graphId}`;
}

function partsOf({ nodes, edges }: GraphState): number {
  return nodes.size + edges.size + 1;
}
