import { CodedError } from "@faculties/errors";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import { type GraphState, keyOfEdge, stateOf } from "./graph-state.ts";

type GraphParts = Pick<NormalisedGraph, "name" | "nodes" | "edges" | "metadata">;

/** A graph from its parts; ids must be unique and every edge must join two nodes. */
export function buildGraph(parts: GraphParts): GraphState {
  const node = repeated(parts.nodes, ({ id }) => id);
  if (node) throw invalidGraph(`The node "${node.id}" is there twice.`, { node: node.id });
  const edge = repeated(parts.edges, keyOfEdge);
  if (edge) {
    const { from, to } = edge;
    throw invalidGraph(`The edge ${from} → ${to} is there twice.`, { from, to });
  }
  const state = stateOf(parts);
  for (const { from, to } of parts.edges) {
    const missing = [from, to].find((id) => !state.nodes.has(id));
    if (missing !== undefined)
      throw invalidGraph(`The edge ${from} → ${to} leads to "${missing}", which is no node.`, {
        from,
        to,
        missing,
      });
  }
  return state;
}

export function invalidGraph(message: string, details: Record<string, unknown>): CodedError {
  return new CodedError("E-GRAPH-INVALID", message, { details });
}

/** The first that has the same key as one before it. */
function repeated<Part>(parts: readonly Part[], keyOf: (part: Part) => string): Part | undefined {
  const seen = new Set<string>();
  return parts.find((part) => {
    const key = keyOf(part);
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
}
