import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { sessionId } from "./tool-parameters.ts";

export const ReasoningReflectionEvaluateInput = z.object({
  session_id: sessionId.describe("Session ID to evaluate"),
});
export type ReasoningReflectionEvaluateInput = z.infer<typeof ReasoningReflectionEvaluateInput>;

export const ReasoningReflectionEvaluateOutput = z.object({
  session_id: text,
  thought_count: count,
  reasoning_quality: UnitInterval.nullable().describe("Null without a model's judgement"),
  coherence: UnitInterval,
  average_confidence: UnitInterval,
  strengths: texts,
  weaknesses: texts,
  recommendations: texts,
  overall_assessment: text,
  notes,
});
export type ReasoningReflectionEvaluateOutput = z.infer<typeof ReasoningReflectionEvaluateOutput>;
