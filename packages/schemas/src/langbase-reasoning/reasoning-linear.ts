import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, nullableText, text } from "./response-fields.ts";
import { confidence, content, optionalSessionId, optionalText } from "./tool-parameters.ts";

export const ReasoningLinearInput = z.object({
  content: content.describe("The thought content to process"),
  session_id: optionalSessionId.describe("Optional session ID for context continuity"),
  confidence,
  thought: optionalText.describe(
    "Your own next step; it is stored with `confidence` as its confidence, and no model is asked",
  ),
});
export type ReasoningLinearInput = z.infer<typeof ReasoningLinearInput>;

export const ReasoningLinearOutput = z.object({
  thought_id: text,
  session_id: text,
  content: text,
  confidence: UnitInterval,
  previous_thought: nullableText,
  notes,
});
export type ReasoningLinearOutput = z.infer<typeof ReasoningLinearOutput>;
