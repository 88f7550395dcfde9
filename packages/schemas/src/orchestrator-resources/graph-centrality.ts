import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const CENTRALITY_METRICS = ["degree", "betweenness", "closeness", "pagerank"] as const;

export const GraphCentralityInput = z.strictObject({
  graph_id: graphId,
  metric: z.enum(CENTRALITY_METRICS).default("betweenness").describe("Centrality measure"),
  limit: z.int().min(1).max(500).default(20).describe("Most nodes to return"),
  version: graphVersion,
});
export type GraphCentralityInput = z.infer<typeof GraphCentralityInput>;

export const GraphCentralityOutput = z.object({
  graph_id: text,
  version: count,
  metric: z.enum(CENTRALITY_METRICS),
  scores: z.array(z.object({ node: text, score: z.number() })),
});
export type GraphCentralityOutput = z.infer<typeof GraphCentralityOutput>;
