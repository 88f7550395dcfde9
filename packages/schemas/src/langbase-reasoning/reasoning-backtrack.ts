import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, nullableText, text } from "./response-fields.ts";
import { confidence, optionalSessionId, optionalText } from "./tool-parameters.ts";

export const ReasoningBacktrackInput = z.object({
  checkpoint_id: z.string().describe("Checkpoint ID to restore from"),
  new_direction: optionalText.describe("Optional new direction to explore"),
  session_id: optionalSessionId.describe("Optional session ID verification"),
  confidence,
});
export type ReasoningBacktrackInput = z.infer<typeof ReasoningBacktrackInput>;

/** The thought's fields are null when only the state was restored and no new thought was made. */
export const ReasoningBacktrackOutput = z.object({
  checkpoint_id: text,
  session_id: text,
  thought_id: nullableText,
  content: nullableText,
  confidence: UnitInterval.nullable(),
  previous_thought: nullableText,
  branch_id: nullableText,
  abandoned_branch_id: nullableText.describe("Keeps what came after the checkpoint"),
  restored: z.object({ thoughts: count, branches: count, graphs: count }),
  notes,
});
export type ReasoningBacktrackOutput = z.infer<typeof ReasoningBacktrackOutput>;
