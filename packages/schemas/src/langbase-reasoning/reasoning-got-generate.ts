import * as z from "zod";
import { GraphNode } from "./graph-node.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import { graphId, nodeId, problem } from "./tool-parameters.ts";

export const ReasoningGotGenerateInput = z.object({
  graph_id: graphId,
  node_id: nodeId.describe("Node ID to generate from"),
  k: z.int().min(1).max(10).default(3).describe("Number of continuations to generate (default: 3)"),
  problem,
});
export type ReasoningGotGenerateInput = z.infer<typeof ReasoningGotGenerateInput>;

export const ReasoningGotGenerateOutput = z.object({
  graph_id: text,
  session_id: text,
  node_id: text.describe("The node continued"),
  nodes: z.array(GraphNode.extend({ confidence: UnitInterval.describe("The model's own") })),
  count,
  notes,
});
export type ReasoningGotGenerateOutput = z.infer<typeof ReasoningGotGenerateOutput>;
