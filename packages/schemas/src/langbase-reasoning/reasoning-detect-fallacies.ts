import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { contentOrThoughtRequired, hasContentOrThought } from "./content-or-thought.ts";
import { detectionFields } from "./detection.ts";
import { notes, nullableText, text } from "./response-fields.ts";
import { content, optionalSessionId, thoughtId } from "./tool-parameters.ts";

export const FALLACY_CATEGORIES = ["formal", "informal"] as const;

export const ReasoningDetectFallaciesInput = z
  .object({
    content: content.optional().describe("The content to analyze for logical fallacies"),
    thought_id: thoughtId,
    session_id: optionalSessionId.describe("Session ID for context and persistence"),
    check_formal: z
      .boolean()
      .default(true)
      .describe("Check for formal logical fallacies (default: true)"),
    check_informal: z
      .boolean()
      .default(true)
      .describe("Check for informal logical fallacies (default: true)"),
  })
  .refine(hasContentOrThought, contentOrThoughtRequired);
export type ReasoningDetectFallaciesInput = z.infer<typeof ReasoningDetectFallaciesInput>;

export const ReasoningDetectFallaciesOutput = z.object({
  session_id: text,
  thought_id: nullableText,
  detections: z.array(
    z.object({ fallacy_type: text, category: z.enum(FALLACY_CATEGORIES), ...detectionFields }),
  ),
  argument_validity: UnitInterval.nullable().describe("Null without a model's judgement"),
  overall_assessment: text,
  notes,
});
export type ReasoningDetectFallaciesOutput = z.infer<typeof ReasoningDetectFallaciesOutput>;
