import type { GraphExportInput } from "@faculties/schemas/orchestrator-resources/graph-export";
import { toDot, toMermaid } from "./draw-graph.ts";
import { type GraphState, normalise } from "./graph-state.ts";

/** A graph as text. */
export function renderGraph(
  state: GraphState,
  format: GraphExportInput["format"],
  { graphId, version }: { graphId: string; version: number },
): string {
  if (format === "json") return JSON.stringify(normalise(state, graphId, version), null, 2);
  return format === "dot" ? toDot(state) : toMermaid(state);
}
