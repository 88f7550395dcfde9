import type { GraphSummarizeOutput } from "@faculties/schemas/orchestrator-resources/graph-summarize";
import { topologicalGenerations } from "graphology-dag";
import { density } from "graphology-metrics/graph/density.js";
import { findCycle, type GraphState, predecessorsOf, successorsOf } from "./graph-state.ts";
import { toGraphology } from "./to-graphology.ts";

type Summary = Omit<GraphSummarizeOutput, "graph_id" | "name" | "version" | "metadata">;

/** The shape of a graph in numbers. */
export function summarizeGraph(state: GraphState): Summary {
  const into = predecessorsOf(state);
  const out = successorsOf(state);
  const acyclic = findCycle(state) === undefined;
  const { graph } = toGraphology(state);
  const without = (neighbours: ReadonlyMap<string, string[]>) =>
    [...neighbours].flatMap(([id, list]) => (list.length === 0 ? [id] : []));
  const widest = (neighbours: ReadonlyMap<string, string[]>) =>
    [...neighbours.values()].reduce((most, { length }) => Math.max(most, length), 0);
  const entrypoints = without(into);
  const exits = without(out);
  return {
    node_count: state.nodes.size,
    edge_count: state.edges.size,
    density: state.nodes.size < 2 ? 0 : density(graph),
    acyclic,
    depth: acyclic ? Math.max(0, topologicalGenerations(graph).length - 1) : null,
    components: countComponents(state, into, out),
    max_in_degree: widest(into),
    max_out_degree: widest(out),
    entrypoints,
    exits,
    isolated: entrypoints.filter((id) => out.get(id)?.length === 0),
  };
}

function countComponents(
  { nodes }: GraphState,
  ...neighbours: ReadonlyMap<string, string[]>[]
): number {
  const seen = new Set<string>();
  let components = 0;
  for (const start of nodes.keys()) {
    if (seen.has(start)) continue;
    components += 1;
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const list of neighbours) waiting.push(...(list.get(id) ?? []));
    }
  }
  return components;
}
