import { defineTool } from "@faculties/mcp-kit";
import {
  GraphCentralityInput,
  GraphCentralityOutput,
} from "@faculties/schemas/orchestrator-resources/graph-centrality";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const graphCentralityTool = defineTool({
  name: "graph_centrality",
  title: "Rank nodes",
  description:
    "Find the most important nodes of a graph, its hubs, by degree, closeness, betweenness or PageRank.",
  input: GraphCentralityInput,
  output: GraphCentralityOutput,
  annotations: READS,
  async run({ graph_id, version, metric, limit }, { database, graphs }: Context) {
    const { rankNodes } = await import("../domain/rank-nodes.ts");
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const scores = rankNodes(found.state, metric).slice(0, limit);
    return { graph_id, version: found.version, metric, scores };
  },
});
