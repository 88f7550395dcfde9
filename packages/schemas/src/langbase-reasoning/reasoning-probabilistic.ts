import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { freeObject } from "../primitives/free-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import { optionalSessionId, optionalText, optionalUnitInterval } from "./tool-parameters.ts";

export const BayesianEvidence = z.object({
  description: nonBlankText("Description").describe("Evidence description"),
  likelihood_if_true: optionalUnitInterval.describe("P(evidence|hypothesis true)"),
  likelihood_if_false: optionalUnitInterval.describe("P(evidence|hypothesis false)"),
  likelihoods: freeObject(UnitInterval)
    .optional()
    .describe("With rivals: the probability of this evidence under each hypothesis, by name"),
  group: optionalText.describe(
    "Name shared by items that depend on each other, such as two reports of one source; the group counts once",
  ),
});
export type BayesianEvidence = z.infer<typeof BayesianEvidence>;

export const ReasoningProbabilisticInput = z.object({
  hypothesis: nonBlankText("Hypothesis").describe("The hypothesis to evaluate"),
  prior: UnitInterval.describe("Prior probability (0-1)"),
  evidence: z.array(BayesianEvidence).min(1).describe("Evidence items with likelihood ratios"),
  session_id: optionalSessionId.describe("Optional session ID for context persistence"),
  rivals: z
    .array(
      z.object({
        hypothesis: nonBlankText("Hypothesis").describe("The competing hypothesis"),
        prior: UnitInterval.describe("Its probability before the evidence"),
      }),
    )
    .optional()
    .describe(
      "Competing hypotheses when there are more than yes and no; exactly one is true, so all priors add up to 1",
    ),
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
  group: text.optional(),
});
export type BayesianUpdate = z.infer<typeof BayesianUpdate>;

export const ReasoningProbabilisticOutput = z.object({
  hypothesis: text,
  prior: UnitInterval,
  posterior: UnitInterval,
  entropy: UnitInterval,
  update_steps: z.array(BayesianUpdate),
  hypotheses: z
    .array(z.object({ hypothesis: text, prior: UnitInterval, posterior: UnitInterval }))
    .optional()
    .describe("With rivals: all hypotheses, the likeliest first"),
  session_id: text.optional(),
  notes,
});
export type ReasoningProbabilisticOutput = z.infer<typeof ReasoningProbabilisticOutput>;
