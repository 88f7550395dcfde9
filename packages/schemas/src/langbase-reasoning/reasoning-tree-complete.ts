import * as z from "zod";
import { Branch } from "./branch.ts";
import { nullableText, text } from "./response-fields.ts";
import { branchId, sessionId } from "./tool-parameters.ts";

const FinalState = z.enum(["completed", "abandoned"]);

export const ReasoningTreeCompleteInput = z.object({
  session_id: sessionId,
  branch_id: branchId.describe("Branch ID to complete"),
  state: FinalState.describe("New state for the branch"),
});
export type ReasoningTreeCompleteInput = z.infer<typeof ReasoningTreeCompleteInput>;

export const ReasoningTreeCompleteOutput = z.object({
  session_id: text,
  branch_id: text,
  state: FinalState,
  active_branch_id: nullableText,
  branch: Branch,
});
export type ReasoningTreeCompleteOutput = z.infer<typeof ReasoningTreeCompleteOutput>;
