import type { Queries } from "@faculties/storage";
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
  return commitCooledDown(memory, async (db) => {
    const proposal = await findDraftById(db, proposalId);
    const { firstObservedAt: wallMs, observedBoot: boot, observedOffset: offsetMs } = proposal;
    requireReviewed(proposalId, { wallMs, boot, offsetMs }, clock.read());
    const { title, target, rationale, consequences, origin, supersedes } = proposal;
    const text = { title, target, rationale, consequences };
    const id = await putInForce(db, memory, { text, origin, oldIds: supersedes });
    await closeProposal(db, index, proposalId, "accepted", id);
    const subjects = [proposalId, id, ...supersedes];
    const entry = { action: "accept" as const, target, subjects };
    return { result: { id, supersededIds: supersedes }, entries: [entry], texts: [id] };
  });
}

export async function rejectProposal(memory: Memory, proposalId: string): Promise<void> {
  await commit(memory, async (db) => {
    const { target } = await findDraftById(db, proposalId);
    await closeProposal(db, memory.index, proposalId, "rejected", null);
    const entry = { action: "reject" as const, target, subjects: [proposalId] };
    return { result: undefined, entries: [entry], texts: [] };
  });
}

async function findDraftById(db: Queries, id: string): Promise<StoredProposal> {
  const [proposal] = await findProposals(db, [id]);
  if (proposal === undefined)
    throw memoryError("PROPOSAL_NOT_FOUND", `There is no proposal ${id}.`, { proposal_id: id });
  if (proposal.status !== "draft")
    throw memoryError("PROPOSAL_NOT_DRAFT", `${id} was ${proposal.status} before.`, {
      proposal_id: id,
      status: proposal.status,
    });
  return proposal;
}

async function putInForce(db: Queries, memory: Memory, replacement: Replacement): Promise<string> {
  const { text, origin, oldIds } = replacement;
  if (oldIds.length > 0) return replaceDecisions(db, memory, replacement);
  const [active] = await activeOfTarget(db, text.target);
  if (active !== undefined) throw targetTaken(active);
  const id = newId("dec");
  const createdAt = memory.clock.now();
  await insertDecision(db, memory.index, { ...text, id, status: "active", origin, createdAt });
  return id;
}
