import { defineTool } from "@faculties/mcp-kit";
import {
  RejectProposalInput,
  RejectProposalOutput,
} from "@faculties/schemas/agent-memory/reject-proposal";
import type { Context } from "../context.ts";
import { requireAdmin } from "../domain/access.ts";
import { rejectProposal } from "../proposals/decide-proposal.ts";

export const rejectProposalTool = defineTool({
  name: "reject_proposal",
  title: "Reject a proposal",
  description:
    "Reject a drafted decision (turn down, dismiss, refuse a proposal) that the memory suggested from repeated events, because it is wrong or not wanted; it is never adopted. Only for administrators, on the user's word. The opposite of accept_proposal.",
  toolset: "review",
  input: RejectProposalInput,
  output: RejectProposalOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ proposal_id: proposalId }, context: Context): Promise<RejectProposalOutput> {
    requireAdmin(context.access);

    await rejectProposal(context, proposalId);

    return { status: "success", message: `Rejected ${proposalId}.` };
  },
});
