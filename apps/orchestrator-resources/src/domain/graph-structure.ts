import { CodedError } from "@faculties/schemas";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources";
import { type GraphState, keyOfEdge, stateOf } from "./graph-state.ts";

type Parts = Pick<NormalisedGraph, "name" | "nodes" | "edges" | "metadata">;

/** A graph from its parts; ids must be unique and every edge must join two nodes. */
export function buildGraph(parts: Parts): GraphState {
  rejectDuplicates(
    "node",
    parts.nodes.map(({ id }) => id),
  );
  rejectDuplicates("edge", parts.edges.map(keyOfEdge));
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

function rejectDuplicates(kind: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw invalidGraph(`The ${kind} ${key} is there twice.`, { [kind]: key });
    seen.add(key);
  }
}
