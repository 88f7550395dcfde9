import { defineTool } from "@faculties/mcp-kit";
import {
  GraphExportInput,
  GraphExportOutput,
} from "@faculties/schemas/orchestrator-resources/graph-export";
import type { Context } from "../context.ts";
import { renderGraph } from "../domain/draw-graph.ts";
import { READS } from "./annotations.ts";

export const graphExportTool = defineTool({
  name: "graph_export",
  title: "Export a graph",
  description: "Draw or export a graph as a Mermaid diagram, Graphviz DOT or JSON text.",
  input: GraphExportInput,
  output: GraphExportOutput,
  annotations: READS,
  async run({ graph_id, version, format }, { database, graphs }: Context) {
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const content = renderGraph(found.state, format, { graphId: graph_id, version: found.version });
    return { graph_id, version: found.version, format, content };
  },
});
