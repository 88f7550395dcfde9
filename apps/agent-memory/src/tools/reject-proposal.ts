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
  description: "Close a proposal without making it a decision. Admins only.",
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
