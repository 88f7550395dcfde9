import * as z from "zod";
import { GraphNode } from "./graph-node.ts";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import { graphId, nodeId, problem, optionalUnitInterval } from "./tool-parameters.ts";

export const ReasoningGotGenerateInput = z.object({
  graph_id: graphId,
  node_id: nodeId.describe("Node ID to generate from"),
  k: z.int().min(1).max(10).default(3).describe("Number of continuations to generate (default: 3)"),
  problem,
  nodes: z
    .array(
      z.object({
        content: nonBlankText("Content").describe("The continuation"),
        confidence: optionalUnitInterval.describe("Your confidence in it (0-1)"),
      }),
    )
    .min(1)
    .max(10)
    .optional()
    .describe("Your own continuations; they are stored, and no model is asked"),
});
export type ReasoningGotGenerateInput = z.infer<typeof ReasoningGotGenerateInput>;

export const ReasoningGotGenerateOutput = z.object({
  graph_id: text,
  session_id: text,
  node_id: text.describe("The node continued"),
  nodes: z.array(
    GraphNode.extend({ confidence: UnitInterval.optional().describe("The model's own") }),
  ),
  count,
  notes,
});
export type ReasoningGotGenerateOutput = z.infer<typeof ReasoningGotGenerateOutput>;
