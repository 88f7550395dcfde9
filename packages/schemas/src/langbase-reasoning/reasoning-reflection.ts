import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { contentOrThoughtRequired, hasContentOrThought } from "./content-or-thought.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import {
  content,
  optionalSessionId,
  optionalTexts,
  thoughtId,
  optionalText,
  optionalUnitInterval,
} from "./tool-parameters.ts";

export const ReasoningReflectionInput = z
  .object({
    content: content.optional().describe("Content to reflect on (if not using thought_id)"),
    thought_id: thoughtId.describe("Specific thought ID to evaluate"),
    session_id: optionalSessionId.describe("Session ID for context"),
    focus_areas: optionalTexts.describe("Areas to focus reflection on"),
    max_iterations: z
      .int()
      .min(1)
      .max(5)
      .default(1)
      .describe("Maximum reflection iterations (default: 1)"),
    findings: z
      .object({
        strengths: optionalTexts.describe("What holds"),
        weaknesses: optionalTexts.describe("What does not hold"),
        recommendations: optionalTexts.describe("What to change"),
        improved_reasoning: optionalText.describe("The better version"),
        reasoning_quality: optionalUnitInterval.describe("How good it is, 0 to 1"),
      })
      .optional()
      .describe("Your own reflection; it is stored, and no model is asked"),
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
  reasoning_quality: UnitInterval.nullable()
    .optional()
    .describe("Of the best version that was rated"),
  notes,
});
export type ReasoningReflectionOutput = z.infer<typeof ReasoningReflectionOutput>;
