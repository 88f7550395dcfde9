import * as z from "zod";
import { DecisionResponse } from "./base-response.ts";
import {
  listOfTexts,
  LONGEST_EXPLANATION,
  LONGEST_NAME,
  textOfAtLeast,
} from "./text-of-at-least.ts";

export const SupersedeDecisionInput = z.object({
  title: textOfAtLeast(1, LONGEST_NAME).describe("Short title of the new decision"),
  target: textOfAtLeast(1, LONGEST_NAME).describe(
    "The object or area, the same as of the old decisions",
  ),
  rationale: textOfAtLeast(15, LONGEST_EXPLANATION).describe(
    "Why it changed, and why the new decision is right",
  ),
  old_decision_ids: z
    .array(z.string())
    .min(1)
    .describe("Ids of all active decisions of the target, as search_decisions returns them"),
  consequences: listOfTexts()
    .default([])
    .describe(
      "Consequences: what follows from it, what has to be done or avoided, one sentence each",
    ),
});
export type SupersedeDecisionInput = z.infer<typeof SupersedeDecisionInput>;

export const SupersedeDecisionOutput = DecisionResponse;
export type SupersedeDecisionOutput = z.infer<typeof SupersedeDecisionOutput>;
