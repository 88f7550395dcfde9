import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, text, texts } from "./response-fields.ts";
import { graphId, optionalTexts } from "./tool-parameters.ts";

export const ReasoningGotFinalizeInput = z.object({
  graph_id: graphId,
  terminal_node_ids: optionalTexts.describe("Node IDs to mark as terminal"),
});
export type ReasoningGotFinalizeInput = z.infer<typeof ReasoningGotFinalizeInput>;

/** Conclusions come best score first, unscored ones last. */
export const ReasoningGotFinalizeOutput = z.object({
  graph_id: text,
  session_id: text,
  terminal_node_ids: texts,
  conclusions: z.array(
    z.object({ node_id: text, content: text, score: UnitInterval.nullable(), depth: count }),
  ),
  count,
});
export type ReasoningGotFinalizeOutput = z.infer<typeof ReasoningGotFinalizeOutput>;
