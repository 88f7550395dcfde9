import * as z from "zod";
import { Branch } from "./branch.ts";
import { count, nullableText, text } from "./response-fields.ts";
import { sessionId } from "./tool-parameters.ts";

export const ReasoningTreeListInput = z.object({ session_id: sessionId });
export type ReasoningTreeListInput = z.infer<typeof ReasoningTreeListInput>;

export const ReasoningTreeListOutput = z.object({
  session_id: text,
  active_branch_id: nullableText,
  branches: z.array(Branch.extend({ is_active: z.boolean(), thought_count: count })),
  count,
});
export type ReasoningTreeListOutput = z.infer<typeof ReasoningTreeListOutput>;
