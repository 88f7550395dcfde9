import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { ReasoningMode } from "./reasoning-mode.ts";
import { notes, text } from "./response-fields.ts";
import { content, optionalSessionId, optionalTexts } from "./tool-parameters.ts";

export const ReasoningAutoInput = z.object({
  content: content.describe("Content to analyze for mode selection"),
  session_id: optionalSessionId,
  hints: optionalTexts.describe("Optional hints about the problem type"),
});
export type ReasoningAutoInput = z.infer<typeof ReasoningAutoInput>;

export const ReasoningAutoOutput = z.object({
  recommended_mode: ReasoningMode,
  recommended_tool: text.optional().describe("A tool that can run now"),
  confidence: UnitInterval,
  rationale: text,
  complexity: UnitInterval,
  alternative_modes: z.array(
    z.object({ mode: ReasoningMode, confidence: UnitInterval, rationale: text }),
  ),
  session_id: text.optional(),
  notes,
});
export type ReasoningAutoOutput = z.infer<typeof ReasoningAutoOutput>;
