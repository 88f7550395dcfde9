import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { count, text, texts } from "./response-fields.ts";
import {
  graphId,
  graphVersion,
  identifier,
  optionalIdentifier,
  textList,
} from "./tool-parameters.ts";

export const GraphPathsInput = z.strictObject({
  graph_id: graphId,
  from: identifier("Id of the node where paths start"),
  to: identifier("Id of the node where paths end"),
  k: z.int().min(1).max(50).default(1).describe("How many of the shortest paths to return"),
  weight_attribute: optionalIdentifier(
    "Edge attribute to use as the cost, a number (default: the weight)",
  ),
  avoid_nodes: textList("Nodes that paths must not pass"),
  via: textList("Nodes that paths must pass"),
  max_cost: amount().min(0).optional().describe("Highest total cost of a path"),
  version: graphVersion,
});
export type GraphPathsInput = z.infer<typeof GraphPathsInput>;

/** Cheapest first; equal costs in order of node ids. */
export const GraphPathsOutput = z.object({
  graph_id: text,
  version: count,
  paths: z.array(z.object({ nodes: texts, cost: z.number(), length: count })),
  count,
});
export type GraphPathsOutput = z.infer<typeof GraphPathsOutput>;
