import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { optionalText, optionalUnitInterval } from "./tool-parameters.ts";

export const DecisionCriterion = z.object({
  name: nonBlankText("Name").describe("Name"),
  weight: optionalUnitInterval.describe("Importance"),
  description: optionalText.describe("Meaning"),
});
export type DecisionCriterion = z.infer<typeof DecisionCriterion>;
