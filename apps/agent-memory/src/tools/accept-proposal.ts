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
  description: "Put a proposal in force, an hour after it was made or later. Admins only.",
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
