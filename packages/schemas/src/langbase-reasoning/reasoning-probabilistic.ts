import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { freeObject } from "../primitives/free-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import { optionalSessionId, optionalText, optionalUnitInterval } from "./tool-parameters.ts";

export const BayesianEvidence = z.object({
  likelihoods: freeObject(UnitInterval)
    .optional()
    .describe("With rivals: the probability of this evidence under each hypothesis, by name"),
  group: optionalText.describe(
    "Name shared by items that depend on each other, such as two reports of one source; the group counts once",
  ),
