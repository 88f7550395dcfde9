import type { GraphState } from "./graph-state.ts";

/** Successors of each node, in the order of the edges. */
export function successorsOf({ nodes, edges }: GraphState): Map<string, string[]> {
  const successors = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const { from, to } of edges.values()) successors.get(from)?.push(to);
  return successors;
}

/** Predecessors of each node, in the order of the edges. */
export function predecessorsOf({ nodes, edges }: GraphState): Map<string, string[]> {
  const predecessors = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const { from, to } of edges.values()) predecessors.get(to)?.push(from);
  return predecessors;
}
