import type { Transaction } from "@faculties/storage";
import type { GraphMutateOutput } from "@faculties/schemas/orchestrator-resources/graph-mutate";
import { refuseNearMisses } from "../domain/attribute-names.ts";
import type { GraphState } from "../domain/graph-state.ts";
import { keepInvariants } from "../domain/validate-graph.ts";
import type { Outbox } from "./database.ts";
import { refuseLocked } from "./graph-locks.ts";
import { conflict, type GraphStore } from "./graphs.ts";

export type GraphChange = {
  graphId: string;
  expectedVersion?: number | undefined;
  holder?: string | undefined;
  /** How many steps the change has, for the answer. */
  steps: number;
  /** Whether cycles are refused where the graph says nothing about them. */
  acyclic: boolean;
  change(state: GraphState): GraphState;
};

/** Makes a change of the latest version the next one, if everything allows it. */
export async function changeGraph(
  tx: Transaction,
  outbox: Outbox,
  graphs: GraphStore,
  { graphId, expectedVersion, holder, steps, acyclic, change }: GraphChange,
): Promise<GraphMutateOutput> {
  const before = await graphs.loadForChange(tx, outbox, graphId);
  await refuseLocked(tx, outbox.now, graphId, holder);
  if (expectedVersion !== undefined && expectedVersion !== before.version)
    throw conflict(graphId, expectedVersion, before.version);
  const after = change(before.state);
  keepInvariants(after, { acyclic });
  refuseNearMisses(before.state, after);
  const { version, previousVersion, changed } = await graphs.commit(tx, outbox, before, after);
  return {
    graph_id: graphId,
    version,
    previous_version: previousVersion,
    changed,
    applied: steps,
    node_count: after.nodes.size,
    edge_count: after.edges.size,
  };
}
