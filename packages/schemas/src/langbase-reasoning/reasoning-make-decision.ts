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
