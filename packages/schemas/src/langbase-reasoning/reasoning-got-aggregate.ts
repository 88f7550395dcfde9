import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { graphId, problem, optionalText } from "./tool-parameters.ts";

export const ReasoningGotAggregateInput = z.object({
  graph_id: graphId,
  node_ids: z
    .array(z.string())
    .refine((ids) => ids.length > 0, "must name at least one node")
    .describe("Node IDs to aggregate"),
  problem,
  thought: optionalText.describe("Your own merged insight; it is stored, and no model is asked"),
});
export type ReasoningGotAggregateInput = z.infer<typeof ReasoningGotAggregateInput>;

export const ReasoningGotAggregateOutput = z.object({
  graph_id: text,
  session_id: text,
  node_id: text.describe("The new node"),
  content: text,
  confidence: UnitInterval,
  depth: count,
  source_node_ids: texts,
  notes,
});
export type ReasoningGotAggregateOutput = z.infer<typeof ReasoningGotAggregateOutput>;
