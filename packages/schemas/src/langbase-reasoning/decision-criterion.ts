import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { optionalText, optionalUnitInterval } from "./tool-parameters.ts";

const optionalNumber = z.number().optional();

export const DecisionCriterion = z.object({
  direction: z
    .enum(["benefit", "cost"])
    .optional()
    .describe("benefit: more is better (the default); cost: less is better, such as price or risk"),
  min: optionalNumber.describe("The lowest value possible, for scores in raw units"),
  max: optionalNumber.describe("The highest value possible, for scores in raw units"),
