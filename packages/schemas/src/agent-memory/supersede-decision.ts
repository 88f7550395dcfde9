import * as z from "zod";
import { DecisionResponse } from "./base-response.ts";
import {
  listOfTexts,
  LONGEST_EXPLANATION,
  LONGEST_NAME,
  textOfAtLeast,
} from "./text-of-at-least.ts";

export const SupersedeDecisionInput = z.object({
  title: textOfAtLeast(1, LONGEST_NAME).describe("New title"),
  target: textOfAtLeast(1, LONGEST_NAME).describe("Target of the old ones"),
  rationale: textOfAtLeast(15, LONGEST_EXPLANATION).describe("Why it changed"),
  old_decision_ids: z.array(z.string()).min(1).describe("All active ones of the target"),
  consequences: listOfTexts().default([]).describe("What follows"),
});
export type SupersedeDecisionInput = z.infer<typeof SupersedeDecisionInput>;

export const SupersedeDecisionOutput = DecisionResponse;
export type SupersedeDecisionOutput = z.infer<typeof SupersedeDecisionOutput>;
