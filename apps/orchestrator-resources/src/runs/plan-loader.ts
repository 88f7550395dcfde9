import { type Plan, planOf } from "../domain/plan.ts";
import type { GraphStore } from "../store/graphs.ts";
import type { Ledger } from "../store/database.ts";

/** A plan, and the version of the graph that it was read from. */
export type LoadedPlan = { graphId: string; version: number; plan: Plan };

/** Reads the graphs of one run, each once: however often it is nested, it is the same all along. */
export class PlanLoader {
  readonly #ledger: Ledger;
  readonly #graphs: GraphStore;
  readonly #loading = new Map<string, Promise<LoadedPlan>>();

  constructor(ledger: Ledger, graphs: GraphStore) {
    this.#ledger = ledger;
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
    const { version, state } = await this.#ledger.read((tx) =>
      this.#graphs.load(tx, graphId, wanted),
    );
    return { graphId, version, plan: planOf(state) };
  }
}
