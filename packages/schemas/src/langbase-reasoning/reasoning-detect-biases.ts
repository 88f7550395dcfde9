import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { contentOrThoughtRequired, hasContentOrThought } from "./content-or-thought.ts";
import { detectionFields } from "./detection.ts";
import { notes, nullableText, text } from "./response-fields.ts";
import { content, optionalSessionId, optionalTexts, thoughtId } from "./tool-parameters.ts";

export const ReasoningDetectBiasesInput = z
  .object({
    content: content.optional().describe("The content to analyze for cognitive biases"),
    thought_id: thoughtId,
    session_id: optionalSessionId.describe("Session ID for context and persistence"),
    check_types: optionalTexts.describe(
      "Specific bias types to check (optional, checks all if not specified)",
    ),
  })
  .refine(hasContentOrThought, contentOrThoughtRequired);
export type ReasoningDetectBiasesInput = z.infer<typeof ReasoningDetectBiasesInput>;

export const ReasoningDetectBiasesOutput = z.object({
  session_id: text,
  thought_id: nullableText,
  detections: z.array(z.object({ bias_type: text, ...detectionFields })),
  reasoning_quality: UnitInterval.nullable().describe("Null without a model's judgement"),
  overall_assessment: text,
  notes,
});
export type ReasoningDetectBiasesOutput = z.infer<typeof ReasoningDetectBiasesOutput>;
