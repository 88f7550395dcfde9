import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { optionalText, optionalUnitInterval } from "./tool-parameters.ts";

export const DecisionCriterion = z.object({
  name: nonBlankText("Name").describe("Criterion name"),
  weight: optionalUnitInterval.describe("Importance weight (0-1)"),
  description: optionalText.describe("Optional criterion description"),
});
export type DecisionCriterion = z.infer<typeof DecisionCriterion>;
