import { defineTool } from "@faculties/mcp-kit";
import {
  GraphSummarizeInput,
  GraphSummarizeOutput,
} from "@faculties/schemas/orchestrator-resources/graph-summarize";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const graphSummarizeTool = defineTool({
  name: "graph_summarize",
  title: "Summarize a graph",
  description:
    "Give a short overview of a graph: how big it is, its shape and depth, its roots (where it begins) and leaves (where it ends).",
  input: GraphSummarizeInput,
  output: GraphSummarizeOutput,
  annotations: READS,
  async run({ graph_id, version }, { database, graphs }: Context) {
    const { summarizeGraph } = await import("../domain/summarize-graph.ts");
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const { name, metadata } = found.state;
    return { graph_id, name, version: found.version, metadata, ...summarizeGraph(found.state) };
  },
});
