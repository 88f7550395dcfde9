import type { DecisionText, Origin } from "./decision.ts";

export type ProposalStatus = "draft" | "accepted" | "rejected";

export type Proposal = DecisionText & {
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
