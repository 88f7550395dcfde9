import type { LineageDecision, LineageLink } from "@faculties/views";

export type Decision = LineageDecision & {
  target: string;
  rationale: string;
  consequences: string[];
  created_at: number;
};

export type Proposal = {
  id: string;
  title: string;
  target: string;
  rationale: string;
  consequences: string[];
  confidence: number;
  strengths: string[];
  objections: string[];
  supersedes: string[];
  evidence: {
    kind: "success" | "error" | "note";
    summary: string;
    reference: string | null;
    at: number;
  }[];
  acceptable_at: number;
};

export type MemoryOverview = { decisions: Decision[]; proposals: Proposal[] };
export type Lineage = { target: string; decisions: Decision[]; links: LineageLink[] };
