import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import {
  confidence,
  content,
  optionalSessionId,
  optionalText,
  optionalUnitInterval,
} from "./tool-parameters.ts";

export const ReasoningTreeInput = z.object({
  content: content.describe("The thought content to explore"),
  session_id: optionalSessionId,
  branch_id: optionalText.describe("Optional branch ID to continue from"),
  max_branches: z
    .int()
    .min(2)
    .max(10)
    .default(4)
    .describe("Maximum branches to explore (default: 4)"),
  confidence,
  branches: z
    .array(
      z.object({
        name: optionalText.describe("A short name"),
        content: nonBlankText("Content").describe("The approach"),
        confidence: optionalUnitInterval.describe("Your confidence in it (0-1)"),
      }),
    )
    .min(1)
    .max(10)
    .optional()
    .describe("Your own approaches; they are stored as branches, and no model is asked"),
});
export type ReasoningTreeInput = z.infer<typeof ReasoningTreeInput>;

export const ReasoningTreeOutput = z.object({
  thought_id: text,
  session_id: text,
  branch_id: text,
  content: text,
  confidence: UnitInterval,
  branches_explored: count,
  recommended_branch: text,
  branches: z
    .array(z.object({ id: text, name: text.nullable(), content: text, confidence: UnitInterval }))
    .optional(),
  notes,
});
export type ReasoningTreeOutput = z.infer<typeof ReasoningTreeOutput>;
