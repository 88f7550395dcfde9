import type { Transaction } from "@faculties/storage";
import { memoryError } from "../domain/memory-error.ts";
import { requireReviewed } from "../domain/review-window.ts";
import { targetTaken } from "../domain/target-taken.ts";
import { activeOfTarget, insertDecision } from "../store/decisions.ts";
import { newId } from "../store/new-id.ts";
import { closeProposal, findProposals, type StoredProposal } from "../store/proposals.ts";
import { commit, commitCooledDown } from "./commit.ts";
import type { Memory } from "./memory.ts";
import { replaceDecisions, type Replacement } from "./replace-decisions.ts";

export type Accepted = { id: string; supersededIds: string[] };

/** Makes a draft an active decision, once its review window is over. */
export async function acceptProposal(memory: Memory, proposalId: string): Promise<Accepted> {
  const { index, clock } = memory;
  return commitCooledDown(memory, async (tx) => {
    const proposal = await findDraftById(tx, proposalId);
    const { firstObservedAt: wallMs, observedBoot: boot, observedOffset: offsetMs } = proposal;
    requireReviewed(proposalId, { wallMs, boot, offsetMs }, clock.read());
    const { title, target, rationale, consequences, origin, supersedes } = proposal;
    const text = { title, target, rationale, consequences };
    const id = await putInForce(tx, memory, { text, origin, oldIds: supersedes });
    await closeProposal(tx, index, proposalId, "accepted", id);
    const subjects = [proposalId, id, ...supersedes];
    const entry = { action: "accept" as const, target, subjects };
    return { result: { id, supersededIds: supersedes }, entries: [entry], texts: [id] };
  });
}

export async function rejectProposal(memory: Memory, proposalId: string): Promise<void> {
  await commit(memory, async (tx) => {
    const { target } = await findDraftById(tx, proposalId);
    await closeProposal(tx, memory.index, proposalId, "rejected", null);
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

async function putInForce(
  tx: Transaction,
  memory: Memory,
  replacement: Replacement,
): Promise<string> {
  const { text, origin, oldIds } = replacement;
  if (oldIds.length > 0) return replaceDecisions(tx, memory, replacement);
  const [active] = await activeOfTarget(tx, text.target);
  if (active !== undefined) throw targetTaken(active);
  const id = newId("dec");
  const createdAt = memory.clock.now();
  await insertDecision(tx, memory.index, { ...text, id, status: "active", origin, createdAt });
  return id;
}
