import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import {
  context,
  optionalSessionId,
  optionalText,
  optionalUnitInterval,
} from "./tool-parameters.ts";

export const SOURCE_TYPES = ["primary", "secondary", "tertiary", "expert", "anecdotal"] as const;

export const EvidenceItem = z.object({
  content: nonBlankText("Content").describe("Evidence content or description"),
  source: optionalText.describe("Source of the evidence"),
  source_type: z.enum(SOURCE_TYPES).optional().describe("Type of source"),
  date: optionalText.describe("Date of evidence (ISO format)"),
  credibility: optionalUnitInterval.describe(
    "Your own rating of the source (0-1); with relevance for every item no model is asked",
  ),
  relevance: optionalUnitInterval.describe(
    "Your own rating of how much it bears on the claim (0-1)",
  ),
});
export type EvidenceItem = z.infer<typeof EvidenceItem>;

export const ReasoningAssessEvidenceInput = z.object({
  claim: nonBlankText("Claim").describe("The claim to assess evidence for"),
  evidence: z.array(EvidenceItem).min(1).describe("Evidence items to assess"),
  session_id: optionalSessionId.describe("Optional session ID for context persistence"),
  context: context.describe("Additional context for the assessment"),
});
export type ReasoningAssessEvidenceInput = z.infer<typeof ReasoningAssessEvidenceInput>;

export const ReasoningAssessEvidenceOutput = z.object({
  claim: text,
  overall_credibility: UnitInterval,
  confidence: UnitInterval.nullable().describe("Null if the ratings are your own"),
  evidence_assessments: z.array(
    z.object({
      content: text,
      source_credibility: UnitInterval,
      relevance: UnitInterval,
      corroboration: text,
      notes: text,
    }),
  ),
  synthesis: text,
  session_id: text.optional(),
  notes,
});
export type ReasoningAssessEvidenceOutput = z.infer<typeof ReasoningAssessEvidenceOutput>;
