import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { optionalText, optionalUnitInterval } from "./tool-parameters.ts";

const optionalNumber = z.number().optional();

export const DecisionCriterion = z.object({
  name: nonBlankText("Name").describe("Criterion name"),
  weight: optionalUnitInterval.describe("Importance weight (0-1)"),
  description: optionalText.describe("Optional criterion description"),
  direction: z
    .enum(["benefit", "cost"])
    .optional()
    .describe("benefit: more is better (the default); cost: less is better, such as price or risk"),
  min: optionalNumber.describe("The lowest value possible, for scores in raw units"),
  max: optionalNumber.describe("The highest value possible, for scores in raw units"),
});
export type DecisionCriterion = z.infer<typeof DecisionCriterion>;
