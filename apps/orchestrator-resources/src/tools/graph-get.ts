import { defineTool } from "@faculties/mcp-kit";
import { GraphGetInput, GraphGetOutput } from "@faculties/schemas/orchestrator-resources/graph-get";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { normalise } from "../domain/graph-state.ts";

export const graphGetTool = defineTool({
  name: "graph_get",
  title: "Get a graph",
  description:
    "Load a complete graph (workflow) with all its nodes, edges and attributes, at the latest or an earlier version. For an overview use graph_summarize.",
  input: GraphGetInput,
  output: GraphGetOutput,
  annotations: READS,
  async run({ graph_id, version }, { database, graphs }: Context) {
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    return {
      graph: normalise(found.state, graph_id, found.version),
      committed_at: found.committedAt,
      latest_version: found.latestVersion,
    };
  },
});
