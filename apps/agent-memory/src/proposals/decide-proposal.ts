import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { putInForce } from "../decisions/record-decision.ts";
import { memoryError } from "../domain/memory-error.ts";
import { requireReviewed } from "../domain/review-window.ts";
import { commit, commitCooledDown } from "../store/commit.ts";
import { type StoredProposal, closeProposal, findProposals } from "../store/proposals.ts";

export type Accepted = { id: string; supersededIds: string[] };

/** Makes a draft an active decision, once its review window is over. */
export async function acceptProposal(context: Context, proposalId: string): Promise<Accepted> {
  const { index, clock } = context;
  return commitCooledDown(context, async (tx) => {
    const proposal = await findDraftById(tx, proposalId);
    const { firstObservedAt: wallMs, observedBoot: boot, observedOffset: offsetMs } = proposal;
    requireReviewed(proposalId, { wallMs, boot, offsetMs }, clock.read());
    const { title, target, rationale, consequences, origin, project, supersedes } = proposal;
    const text = { title, target, rationale, consequences };
    const id = await putInForce(tx, context, { text, project, origin, oldIds: supersedes });
    await closeProposal(tx, index, proposalId, "accepted", id);
    const subjects = [proposalId, id, ...supersedes];
    const entry = { action: "accept" as const, target, subjects };
    return { result: { id, supersededIds: supersedes }, entries: [entry], texts: [id] };
  });
}

export async function rejectProposal(context: Context, proposalId: string): Promise<void> {
  await commit(context, async (tx) => {
    const { target } = await findDraftById(tx, proposalId);
    await closeProposal(tx, context.index, proposalId, "rejected", null);
    const entry = { action: "reject" as const, target, subjects: [proposalId] };
    return { result: undefined, entries: [entry], texts: [] };
  });
}

async function findDraftById(tx: Transaction, id: string): Promise<StoredProposal> {
  const [proposal] = await findProposals(tx, [id]);
  if (proposal === undefined)
    throw memoryError("PROPOSAL_NOT_FOUND", `There is no proposal ${id}.`, { proposal_id: id });
  if (proposal.status !== "draft")
    throw memoryError("PROPOSAL_NOT_DRAFT", `${id} was ${proposal.status} before.`, {
      proposal_id: id,
      status: proposal.status,
    });
  return proposal;
}
