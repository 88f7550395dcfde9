import type { PipeNames } from "../pipe-names.ts";
import type { GraphRow } from "./graph-store.ts";
import type { NewNode } from "./node-store.ts";
import { openGraph } from "./open-graph.ts";
import type { Unit } from "./unit.ts";

/** Stores a node that follows from others, unless these were pruned or abandoned while the model thought. */
export async function addNode(
  unit: Unit,
  graph: GraphRow,
  node: NewNode,
  field: string,
  names: PipeNames,
): Promise<string> {
  await openGraph(unit, graph.id, node.sources, field, names);
  const [added] = await unit.nodes.add(graph.id, [node]);
  await unit.sessions.enter(graph.sessionId, "got");
  return added?.id ?? "";
}
