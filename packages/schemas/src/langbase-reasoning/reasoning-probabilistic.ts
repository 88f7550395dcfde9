import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import { optionalSessionId, optionalUnitInterval } from "./tool-parameters.ts";

export const BayesianEvidence = z.object({
  description: nonBlankText("Description").describe("Evidence description"),
  likelihood_if_true: optionalUnitInterval.describe("P(evidence|hypothesis true)"),
  likelihood_if_false: optionalUnitInterval.describe("P(evidence|hypothesis false)"),
});
export type BayesianEvidence = z.infer<typeof BayesianEvidence>;

export const ReasoningProbabilisticInput = z.object({
  hypothesis: nonBlankText("Hypothesis").describe("The hypothesis to evaluate"),
  prior: UnitInterval.describe("Prior probability (0-1)"),
  evidence: z.array(BayesianEvidence).min(1).describe("Evidence items with likelihood ratios"),
  session_id: optionalSessionId.describe("Optional session ID for context persistence"),
});
export type ReasoningProbabilisticInput = z.infer<typeof ReasoningProbabilisticInput>;

export const LIKELIHOOD_SOURCES = ["given", "model", "default"] as const;

export const BayesianUpdate = z.object({
  evidence: text,
  prior: UnitInterval,
  posterior: UnitInterval,
  likelihood_ratio: z.number().min(0).nullable().describe("Null when it is not finite"),
  likelihood_if_true: UnitInterval.optional(),
  likelihood_if_false: UnitInterval.optional(),
  likelihoods: z.enum(LIKELIHOOD_SOURCES).optional().describe("Where they come from"),
});
export type BayesianUpdate = z.infer<typeof BayesianUpdate>;

export const ReasoningProbabilisticOutput = z.object({
  hypothesis: text,
  prior: UnitInterval,
  posterior: UnitInterval,
  entropy: UnitInterval,
  update_steps: z.array(BayesianUpdate),
  session_id: text.optional(),
  notes,
});
export type ReasoningProbabilisticOutput = z.infer<typeof ReasoningProbabilisticOutput>;
