import * as z from "zod";
import { DecisionResponse } from "./base-response.ts";
import {
  listOfTexts,
  LONGEST_EXPLANATION,
  LONGEST_NAME,
  textOfAtLeast,
} from "./text-of-at-least.ts";

export const RecordDecisionInput = z.object({
  title: textOfAtLeast(1, LONGEST_NAME).describe("Short title of the decision"),
  target: textOfAtLeast(1, LONGEST_NAME).describe("The object or area this decision applies to"),
  rationale: textOfAtLeast(10, LONGEST_EXPLANATION).describe("Detailed explanation"),
  consequences: listOfTexts()
    .default([])
    .describe(
      "Consequences: what follows from it, what has to be done or avoided, one sentence each",
    ),
});
export type RecordDecisionInput = z.infer<typeof RecordDecisionInput>;

export const RecordDecisionOutput = DecisionResponse;
export type RecordDecisionOutput = z.infer<typeof RecordDecisionOutput>;
