import { invalid } from "../domain/reasoning-error.ts";
import type { PipeNames } from "../pipe-names.ts";
import type { GraphRow } from "./graph-store.ts";
import type { NodeRow } from "./node-store.ts";
import { type Line, openThread } from "./open-line.ts";
import type { Unit } from "./unit.ts";

export type OpenGraph = { graph: GraphRow; nodes: NodeRow[]; line: Line };

/** A graph and nodes of it that may still be worked on. The thoughts of the session are no part of the graph. */
export async function openGraph(
  unit: Unit,
  graphId: string,
  nodeIds: readonly string[],
  field: string,
  names: PipeNames,
): Promise<OpenGraph> {
  const graph = await unit.graphs.find(graphId);
  const nodes = await unit.nodes.find(graphId, nodeIds);
  const pruned = nodes.find(({ isActive }) => !isActive);
  if (pruned !== undefined) throw invalid(field, `Node ${pruned.id} was pruned`);
  return { graph, nodes, line: await openThread(unit, graph.sessionId, "got", names) };
}
