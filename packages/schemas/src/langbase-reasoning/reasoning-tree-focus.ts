import * as z from "zod";
import { Branch } from "./branch.ts";
import { nullableText, text } from "./response-fields.ts";
import { branchId, sessionId } from "./tool-parameters.ts";

export const ReasoningTreeFocusInput = z.object({
  session_id: sessionId,
  branch_id: branchId.describe("Branch ID to focus on"),
});
export type ReasoningTreeFocusInput = z.infer<typeof ReasoningTreeFocusInput>;

export const ReasoningTreeFocusOutput = z.object({
  session_id: text,
  branch_id: text,
  previous_branch: nullableText,
  branch: Branch,
});
export type ReasoningTreeFocusOutput = z.infer<typeof ReasoningTreeFocusOutput>;
