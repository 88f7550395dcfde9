import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { contentOrThoughtRequired, hasContentOrThought } from "./content-or-thought.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { content, optionalSessionId, optionalTexts, thoughtId } from "./tool-parameters.ts";

export const ReasoningReflectionInput = z
  .object({
    content: content.optional().describe("Text"),
    thought_id: thoughtId,
    session_id: optionalSessionId,
    focus_areas: optionalTexts.describe("Focus"),
    max_iterations: z.int().min(1).max(5).default(1).describe("Rounds"),
  })
  .refine(hasContentOrThought, contentOrThoughtRequired);
export type ReasoningReflectionInput = z.infer<typeof ReasoningReflectionInput>;

export const ReasoningReflectionOutput = z.object({
  thought_id: text,
  session_id: text,
  content: text,
  confidence: UnitInterval,
  strengths: texts,
  weaknesses: texts,
  recommendations: texts,
  improved_reasoning: text.nullable(),
  iterations: count.optional(),
  notes,
});
export type ReasoningReflectionOutput = z.infer<typeof ReasoningReflectionOutput>;
