import type { DecisionText, Origin } from "./decision.ts";

export type ProposalStatus = "draft" | "accepted" | "rejected";

type Proposal = DecisionText & {
  id: string;
  status: ProposalStatus;
  origin: Origin;
  evidence: string[];
  confidence: number;
  strengths: string[];
  objections: string[];
  /** Active decisions that accepting it replaces. */
  supersedes: string[];
  firstObservedAt: number;
  decisionId: string | null;
};

/** A proposal as Markdown, with its strengths and objections. */
export function renderProposal(proposal: Proposal, author: string): string {
  const { id, status, target, origin, confidence, supersedes, firstObservedAt } = proposal;
  const head = { id, status, target, origin, author, confidence, supersedes };
  return [
    "---",
    ...Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    `first_observed_at: ${new Date(firstObservedAt).toISOString()}`,
    "---",
    "",
    `# ${proposal.title}`,
    "",
    proposal.rationale,
    "",
    ...list("Consequences", proposal.consequences),
    ...list("Strengths", proposal.strengths),
    ...list("Objections", proposal.objections),
    ...list("Evidence", proposal.evidence),
  ].join("\n");
}

function list(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${heading}`, "", ...items.map((item) => `- ${item}`), ""];
}
