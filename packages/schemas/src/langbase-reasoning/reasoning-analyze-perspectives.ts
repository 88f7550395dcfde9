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
  name: nonBlankText("Name").describe("Name"),
  role: optionalText.describe("Role"),
  interests: optionalTexts.describe("Interests"),
  power_level: optionalUnitInterval.describe("Influence"),
  interest_level: optionalUnitInterval.describe("Stake"),
});
export type Stakeholder = z.infer<typeof Stakeholder>;

export const ReasoningAnalyzePerspectivesInput = z.object({
  topic: nonBlankText("Topic").describe("Topic"),
  stakeholders: z.array(Stakeholder).optional().describe("Inferred if absent"),
  session_id: optionalSessionId,
  context,
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
