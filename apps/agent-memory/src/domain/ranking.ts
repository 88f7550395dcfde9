import type { SearchDecisionsInput } from "@faculties/schemas/agent-memory/search-decisions";
import type { Link, Origin } from "./decision.ts";
import { targetKeyOf } from "./project.ts";

type SearchMode = SearchDecisionsInput["mode"];
type CandidateStatus = "active" | "superseded" | "deprecated" | "draft";

export type Candidate = {
  id: string;
  target: string;
  project: string;
  status: CandidateStatus;
  origin: Origin;
  /** Order of creation. */
  number: number;
  /** Relevance to the query, in [0, 1]. */
  base: number;
  /** Matching older decisions that led to this one. */
  replaces: string[];
};

const ACTIVE_BOOST = 1;
/** The bonus of a human decision. */
const AUTHORITY_BOOST = 0.1;
const PENALTIES = { superseded: 0.2, deprecated: 0.05, draft: 0.4 };

export type Ranked = { candidate: Candidate; score: number };

/**
 * Applies the contract's ranking policy, removes records that the mode hides, and keeps one record per target. An audit ranks by
 * relevance alone: boosts and penalties are for what to follow, and an audit asks what there is.
 */
export function rankCandidates(candidates: readonly Candidate[], mode: SearchMode): Ranked[] {
  const ranked = candidates
    .filter(({ status }) => mode !== "strict" || status === "active")
    .map((candidate) => ({
      candidate,
      score: mode === "audit" ? candidate.base : scoreOf(candidate),
    }))
    .toSorted(byScore);
  return mode === "audit" ? ranked : bestPerTarget(ranked);
}

function scoreOf({ status, origin, base }: Candidate): number {
  const score = status === "active" ? base + ACTIVE_BOOST : base * PENALTIES[status];
  return origin === "human" ? score + AUTHORITY_BOOST : score;
}

/** Equal scores are ordered by age, newest first; decisions, which are numbered apart from proposals, before them. */
function byScore(left: Ranked, right: Ranked): number {
  return (
    right.score - left.score ||
    Number(left.candidate.status === "draft") - Number(right.candidate.status === "draft") ||
    right.candidate.number - left.candidate.number
  );
}

function bestPerTarget(ranked: Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ candidate }) => {
    const key = targetKeyOf(candidate);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Drops active records that cannot be among the best `limit` even with the authority bonus. Inactive records stay, because
 * they can lead to their successors.
 */
export function pruneCandidates(
  scores: ReadonlyMap<string, number>,
  inForce: ReadonlySet<string>,
  limit: number,
): Map<string, number> {
  const bases = [...inForce]
    .map((id) => scores.get(id) ?? 0)
    .toSorted((left, right) => right - left);
  const last = bases[limit - 1];
  if (last === undefined) return new Map(scores);
  const least = last - AUTHORITY_BOOST;
  return new Map([...scores].filter(([id, base]) => !inForce.has(id) || base >= least));
}

/** For every id the decisions that replaced it in the end; the id itself when nothing did. */
export function followSuccessors(
  ids: Iterable<string>,
  links: readonly Link[],
): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { newId, oldId, kind } of links)
    if (kind === "supersedes") next.set(oldId, [...(next.get(oldId) ?? []), newId]);
  return new Map(Array.from(ids, (id) => [id, endsOf(id, next)]));
}

function endsOf(start: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const ends: string[] = [];
  const seen = new Set([start]);
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const successors = next.get(id) ?? [];
    if (successors.length === 0) ends.push(id);
    for (const successor of successors) {
      if (seen.has(successor)) continue;
      seen.add(successor);
      waiting.push(successor);
    }
  }
  return ends.toSorted();
}
