import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { DecisionCriterion } from "./decision-criterion.ts";
import { freeObject } from "../primitives/free-object.ts";
import { notes, text, texts } from "./response-fields.ts";
import { context, optionalSessionId } from "./tool-parameters.ts";

export const DECISION_METHODS = ["weighted_sum", "pairwise", "topsis"] as const;

const areDistinct = (names: string[]) => new Set(names).size === names.length;
const DecisionScores = freeObject(freeObject(z.number()));

export const ReasoningMakeDecisionInput = z.object({
  question: nonBlankText("Question").describe("The decision question to analyze"),
  alternatives: z
    .array(nonBlankText("Alternative"))
    .min(2)
    .refine(areDistinct, "Alternatives must be distinct")
    .describe("Options to evaluate (minimum 2)"),
  criteria: z
    .array(DecisionCriterion)
    .refine((list) => areDistinct(list.map(({ name }) => name)), "Criteria must be distinct")
    .optional()
    .describe("Evaluation criteria with optional weights"),
  method: z
    .enum(DECISION_METHODS)
    .default("weighted_sum")
    .describe("Analysis method (default: weighted_sum)"),
  session_id: optionalSessionId.describe("Optional session ID for context persistence"),
  context: context.describe("Additional context for the decision"),
  scores: DecisionScores.optional().describe(
    "Your own scores: alternative → criterion → number, 0-1 or in raw units (see direction, min, max); then no model is asked",
  ),
});
export type ReasoningMakeDecisionInput = z.infer<typeof ReasoningMakeDecisionInput>;

const Ranking = z.object({ alternative: text, score: UnitInterval, rank: z.int().min(1) });
const ListedRanking = Ranking.extend({
  score: UnitInterval.nullable().describe("Null if nobody rated it"),
});

/** How far a normalised weight can move before another alternative wins; null if none wins in that direction. */
const WeightRange = z.object({
  criterion: text,
  weight: UnitInterval,
  lowest: UnitInterval.nullable(),
  highest: UnitInterval.nullable(),
});

export const ReasoningMakeDecisionOutput = z.object({
  session_id: text,
  question: text,
  method: z.enum(DECISION_METHODS),
  recommendation: Ranking.extend({ rationale: text }),
  rankings: z.array(ListedRanking),
  trade_offs: z.array(z.object({ between: texts, description: text })),
  sensitivity_analysis: z.object({
    stable: z.boolean(),
    critical_criteria: texts,
    notes: text,
    weight_ranges: z.array(WeightRange).optional(),
    score_margin: UnitInterval.nullable()
      .optional()
      .describe("The error in the scores at which another alternative may win"),
  }),
  scores: DecisionScores.optional().describe("From 0 to 1, if they are not the ones you gave"),
  consistency_ratio: z.number().min(0).optional().describe("Of the pairwise judgements"),
  notes,
});
export type ReasoningMakeDecisionOutput = z.infer<typeof ReasoningMakeDecisionOutput>;
