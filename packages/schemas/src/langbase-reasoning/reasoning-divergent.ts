import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import {
  confidence,
  content,
  optionalSessionId,
  optionalTexts,
  optionalText,
} from "./tool-parameters.ts";

export const ReasoningDivergentInput = z.object({
  content: content.describe("The topic or problem to explore creatively"),
  session_id: optionalSessionId,
  num_perspectives: z
    .int()
    .min(2)
    .max(10)
    .default(3)
    .describe("Number of perspectives to generate (default: 3)"),
  constraints: optionalTexts.describe("Optional constraints to apply"),
  confidence,
  perspectives: optionalTexts.describe(
    "Your own perspectives; they are stored, and no model is asked",
  ),
  synthesis: optionalText.describe("With perspectives: what they say together"),
});
export type ReasoningDivergentInput = z.infer<typeof ReasoningDivergentInput>;

export const ReasoningDivergentOutput = z.object({
  thought_id: text,
  session_id: text,
  content: text,
  confidence: UnitInterval,
  perspectives: z.array(
    z.object({ id: text, viewpoint: text, novelty_score: UnitInterval.nullable() }),
  ),
  synthesis: text,
  notes,
});
export type ReasoningDivergentOutput = z.infer<typeof ReasoningDivergentOutput>;
