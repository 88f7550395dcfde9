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
  from: identifier("Start node"),
  to: identifier("End node"),
  k: z.int().min(1).max(50).default(1).describe("Number of shortest paths"),
  weight_attribute: optionalIdentifier("Numeric edge attribute to use as cost"),
  avoid_nodes: textList("Nodes to avoid"),
  via: textList("Nodes to pass"),
  max_cost: amount().min(0).optional().describe("Highest cost"),
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
