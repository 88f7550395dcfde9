import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text, texts } from "./response-fields.ts";
import {
  context,
  optionalSessionId,
  optionalText,
  optionalTexts,
  optionalUnitInterval,
} from "./tool-parameters.ts";

export const Stakeholder = z.object({
  name: nonBlankText("Name").describe("Stakeholder name"),
  role: optionalText.describe("Stakeholder role"),
  interests: optionalTexts.describe("Key interests"),
  power_level: optionalUnitInterval.describe("Power/influence level (0-1)"),
  interest_level: optionalUnitInterval.describe("Interest/stake level (0-1)"),
});
export type Stakeholder = z.infer<typeof Stakeholder>;

export const ReasoningAnalyzePerspectivesInput = z.object({
  topic: nonBlankText("Topic").describe(
    "The topic or decision to analyze from multiple perspectives",
  ),
  stakeholders: z
    .array(Stakeholder)
    .optional()
    .describe("Stakeholders to consider (optional - will infer if not provided)"),
  session_id: optionalSessionId.describe("Optional session ID for context persistence"),
  context: context.describe("Additional context for the analysis"),
});
export type ReasoningAnalyzePerspectivesInput = z.infer<typeof ReasoningAnalyzePerspectivesInput>;

const Quadrant = z.array(
  z.object({ name: text, power: UnitInterval, interest: UnitInterval, engagement: text }),
);

export const ReasoningAnalyzePerspectivesOutput = z.object({
  session_id: text,
  topic: text,
  power_matrix: z.object({
    key_player: Quadrant,
    keep_satisfied: Quadrant,
    keep_informed: Quadrant,
    minimal_effort: Quadrant,
  }),
  conflicts: z.array(z.object({ stakeholders: texts, issue: text })),
  alignments: z.array(z.object({ stakeholders: texts, area: text })),
  synthesis: text,
  notes,
});
export type ReasoningAnalyzePerspectivesOutput = z.infer<typeof ReasoningAnalyzePerspectivesOutput>;
