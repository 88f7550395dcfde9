import { DirectedGraph } from "graphology";
import type { NormalisedEdge } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { GraphState } from "./graph-state.ts";

export type IndexedGraph = {
  graph: DirectedGraph;
  /** Node ids by the number that stands for them in `graph`. */
  ids: readonly string[];
  keyOf(id: string): string | undefined;
};

/**
 * The graph for graphology's algorithms. Nodes are numbered, because those algorithms keep nodes in plain
 * objects, where an id such as "constructor" would be found without having been put there.
 */
export function toGraphology(
  { nodes, edges }: GraphState,
  costOf: (edge: NormalisedEdge) => number = ({ weight = 1 }) => weight,
): IndexedGraph {
  const graph = new DirectedGraph({ allowSelfLoops: true });
  const ids = [...nodes.keys()];
  const keys = new Map(ids.map((id, index) => [id, String(index)]));
  for (const key of keys.values()) graph.addNode(key);
  for (const edge of edges.values()) {
    const [source, target] = [keys.get(edge.from), keys.get(edge.to)];
    graph.addEdge(source, target, { cost: costOf(edge), source, target });
  }
  return { graph, ids, keyOf: (id) => keys.get(id) };
}

export function idOf({ ids }: IndexedGraph, key: string): string {
  return ids[Number(key)] as string;
}
