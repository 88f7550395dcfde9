import type { Transaction } from "@faculties/storage";
import { authorOf } from "../domain/decision.ts";
import { REVIEW_WINDOW_MS } from "../domain/review-window.ts";
import { readLineage } from "../decisions/read-lineage.ts";
import type { VisibleProjects } from "../projects/current-project.ts";
import { listDecisions, type StoredDecision } from "../store/decisions.ts";
import { findEpisodes } from "../store/episodes.ts";
import { listProposals, type StoredProposal } from "../store/proposals.ts";

const MOST = 500;

/** The latest decisions, and every proposal that waits for a review with its evidence. */
export async function renderOverview(tx: Transaction, projects: VisibleProjects): Promise<string> {
  const decisions = await listDecisions(tx, { projects, limit: MOST });
  const drafts = await listProposals(tx, { status: "draft", projects, limit: MOST });
  const proposals = [];
  for (const draft of drafts) proposals.push(await describeProposal(tx, draft));
  return JSON.stringify({ decisions: decisions.map(describeDecision), proposals });
}

/** Every decision that led to what is in force on a target; undefined when there is none. */
export async function renderLineage(
  tx: Transaction,
  target: string,
  projects: VisibleProjects,
): Promise<string | undefined> {
  const { decisions, links } = await readLineage(tx, target, projects);
  if (decisions.length === 0) return undefined;
  return JSON.stringify({
    target,
    decisions: decisions.map(describeDecision),
    links: links.map(({ newId, oldId, kind }) => ({ new_id: newId, old_id: oldId, kind })),
  });
}

function describeDecision(decision: StoredDecision) {
  const { id, title, target, status, origin, rationale, consequences, createdAt } = decision;
  const author = authorOf(decision);
  return {
    id,
    title,
    target,
    status,
    origin,
    author,
    rationale,
    consequences,
    created_at: createdAt,
  };
}

async function describeProposal(tx: Transaction, proposal: StoredProposal) {
  const { id, title, target, origin, rationale, consequences, confidence } = proposal;
  const { strengths, objections, supersedes, firstObservedAt } = proposal;
  const evidence = await findEpisodes(tx, proposal.evidence);
  return {
    id,
    title,
    target,
    origin,
    author: authorOf(proposal),
    rationale,
    consequences,
    confidence,
    strengths,
    objections,
    supersedes,
    evidence: evidence.map(({ kind, summary, reference, at }) => ({
      kind,
      summary,
      reference,
      at,
    })),
    first_observed_at: firstObservedAt,
    acceptable_at: firstObservedAt + REVIEW_WINDOW_MS,
  };
}
