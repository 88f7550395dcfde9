import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import { confidence, content, optionalSessionId, optionalText } from "./tool-parameters.ts";

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
