import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { graphId, optionalUnitInterval } from "./tool-parameters.ts";

export const ReasoningGotPruneInput = z.object({
  graph_id: graphId,
  // No schema default: without a threshold the graph's own configuration decides.
  threshold: optionalUnitInterval.describe("Score threshold for pruning (default: 0.3)"),
});
export type ReasoningGotPruneInput = z.infer<typeof ReasoningGotPruneInput>;

export const ReasoningGotPruneOutput = z.object({
  graph_id: text,
  session_id: text,
  threshold: UnitInterval,
  pruned_node_ids: texts,
  pruned_count: count,
  remaining_nodes: count,
  notes,
});
export type ReasoningGotPruneOutput = z.infer<typeof ReasoningGotPruneOutput>;
