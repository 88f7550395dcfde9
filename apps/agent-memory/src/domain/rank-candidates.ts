import type { SearchDecisionsInput } from "@faculties/schemas/agent-memory/search-decisions";
import type { Origin } from "./decision.ts";
import { foldTarget } from "./fold-target.ts";

export type SearchMode = SearchDecisionsInput["mode"];
type CandidateStatus = "active" | "superseded" | "deprecated" | "draft";

export type Candidate = {
  id: string;
  target: string;
  status: CandidateStatus;
  origin: Origin;
  /** Order of creation. */
  number: number;
  /** Fused score of words and meaning, in [0, 1]. */
  base: number;
  /** Matching older decisions that led to this one. */
  replaces: string[];
};

const ACTIVE_BOOST = 1;
/** What a human decision is worth more. */
export const AUTHORITY_BOOST = 0.1;
const PENALTIES = { superseded: 0.2, deprecated: 0.05, draft: 0.4 };

export type Ranked = { candidate: Candidate; score: number };

/** Applies the contract's ranking policy, removes what the mode hides, and keeps one record per target. */
export function rankCandidates(candidates: readonly Candidate[], mode: SearchMode): Ranked[] {
  const ranked = candidates
    .filter(({ status }) => mode !== "strict" || status === "active")
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .toSorted(byScore);
  return mode === "audit" ? ranked : bestPerTarget(ranked);
}

function scoreOf({ status, origin, base }: Candidate): number {
  const standing = status === "active" ? base + ACTIVE_BOOST : base * PENALTIES[status];
  return origin === "human" ? standing + AUTHORITY_BOOST : standing;
}

/** An active record always comes first; equal scores go by age, newest first, so that an order is repeatable. */
function byScore(left: Ranked, right: Ranked): number {
  return (
    right.score - left.score ||
    right.candidate.number - left.candidate.number ||
    (left.candidate.id < right.candidate.id ? -1 : 1)
  );
}

function bestPerTarget(ranked: Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ candidate }) => {
    const key = foldTarget(candidate.target);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
