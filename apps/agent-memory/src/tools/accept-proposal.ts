import { defineTool } from "@faculties/mcp-kit";
import {
  AcceptProposalInput,
  AcceptProposalOutput,
} from "@faculties/schemas/agent-memory/accept-proposal";
import type { Context } from "../context.ts";
import { requireAdmin } from "../domain/access.ts";
import { acceptProposal } from "../proposals/decide-proposal.ts";

export const acceptProposalTool = defineTool({
  name: "accept_proposal",
  title: "Accept a proposal",
  description:
    "Approve a drafted proposal, a suggestion that the memory made from repeated failures or events: promote it to an active decision that binds. Only for administrators, on the user's word, and at the earliest one hour after the draft was made.",
  toolset: "review",
  input: AcceptProposalInput,
  output: AcceptProposalOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ proposal_id: proposalId }, context: Context): Promise<AcceptProposalOutput> {
    requireAdmin(context.access);

    const { id, supersededIds } = await acceptProposal(context, proposalId);

    return {
      status: "success",
      message: `Accepted ${proposalId} as ${id}.`,
      decision_id: id,
      ...(supersededIds.length > 0 && { superseded_ids: supersededIds }),
    };
  },
});
