import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import { graphId, nodeId, problem, optionalText } from "./tool-parameters.ts";

export const ReasoningGotRefineInput = z.object({
  graph_id: graphId,
  node_id: nodeId.describe("Node ID to refine"),
  problem,
  thought: optionalText.describe("Your own improved thought; it is stored, and no model is asked"),
});
export type ReasoningGotRefineInput = z.infer<typeof ReasoningGotRefineInput>;

export const ReasoningGotRefineOutput = z.object({
  graph_id: text,
  session_id: text,
  node_id: text.describe("The new node"),
  source_node_id: text,
  content: text,
  confidence: UnitInterval,
  depth: count,
  critique: text,
  notes,
});
export type ReasoningGotRefineOutput = z.infer<typeof ReasoningGotRefineOutput>;
