import type { SearchDecisionsInput } from "@faculties/schemas/agent-memory/search-decisions";
import { type Link, type Origin, foldTarget } from "./decision.ts";

type SearchMode = SearchDecisionsInput["mode"];
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
/** The bonus of a human decision. */
const AUTHORITY_BOOST = 0.1;
const PENALTIES = { superseded: 0.2, deprecated: 0.05, draft: 0.4 };

export type Ranked = { candidate: Candidate; score: number };

/** Applies the contract's ranking policy, removes records that the mode hides, and keeps one record per target. */
export function rankCandidates(candidates: readonly Candidate[], mode: SearchMode): Ranked[] {
  const ranked = candidates
    .filter(({ status }) => mode !== "strict" || status === "active")
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .toSorted(byScore);
  return mode === "audit" ? ranked : bestPerTarget(ranked);
}

function scoreOf({ status, origin, base }: Candidate): number {
  const score = status === "active" ? base + ACTIVE_BOOST : base * PENALTIES[status];
  return origin === "human" ? score + AUTHORITY_BOOST : score;
}

/** An active record always comes first; equal scores are ordered by age, newest first, so that the order is stable. */
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

type Scored = { id: string; score: number };

/** Hits by words, the number of words, and the score of a word that only one record has. */
type WordMatch = { hits: readonly Scored[]; words: number; unique: number };

/** Weight of a fully trusted search by words in the fused score; meaning has the rest. */
const WORD_SHARE = 0.65;
/** A hit with this many unique words is fully trusted. */
const ENOUGH_WORDS = 3;

/**
 * One score in [0, 1] per record from both lists, each normalised by its own range. The weight of the words depends on how
 * distinctive the best hit is: a word that many records have says little.
 */
export function fuseScores(
  words: WordMatch,
  meanings: readonly Scored[] | undefined,
): Map<string, number> {
  const byWords = normalise(words.hits);
  if (meanings === undefined || meanings.length === 0) return byWords;
  const byMeaning = normalise(meanings);
  const trusted = WORD_SHARE * trust(words);
  const share = trusted / (trusted + 1 - WORD_SHARE);
  const ids = new Set([...byWords.keys(), ...byMeaning.keys()]);
  return new Map(
    Array.from(ids, (id) => {
      const word = byWords.get(id) ?? 0;
      const meaning = byMeaning.get(id) ?? 0;
      return [id, share * word + (1 - share) * meaning];
    }),
  );
}

/** From 0 to 1. */
function trust({ hits, words, unique }: WordMatch): number {
  if (hits.length === 0) return 0;
  const best = Math.max(...hits.map(({ score }) => score));
  return Math.max(0, Math.min(1, best / (Math.min(words, ENOUGH_WORDS) * unique)));
}

function normalise(hits: readonly Scored[]): Map<string, number> {
  const scores = hits.map(({ score }) => score);
  const low = Math.min(...scores);
  const range = Math.max(...scores) - low;
  return new Map(hits.map(({ id, score }) => [id, range > 0 ? (score - low) / range : 1]));
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
