import type { DecisionText } from "./decision.ts";
import { draftText } from "./draft-text.ts";
import type { Episode } from "./episode.ts";
import { sharedTerms } from "./shared-terms.ts";
import { weighEvidence } from "./weigh-evidence.ts";

export type Pattern = "failures" | "successes";

export type Reflection = DecisionText & {
  pattern: Pattern;
  evidence: string[];
  confidence: number;
  strengths: string[];
  objections: string[];
};

const FEWEST = 3;
const WINDOW_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * What the episodes of one target suggest, if anything: three failures in thirty days always do, successes
 * only when at least three of them are about the same thing.
 */
export function reflect(episodes: readonly Episode[]): Reflection[] {
  const newest = Math.max(...episodes.map(({ at }) => at));
  const recent = episodes.filter(({ at }) => newest - at <= WINDOW_MS);
  const failures = recent.filter(({ kind }) => kind === "error");
  const successes = recent.filter(({ kind }) => kind === "success");
  const notes = recent.filter(({ kind }) => kind === "note");
  const found: Reflection[] = [];
  if (failures.length >= FEWEST) found.push(conclude("failures", failures, successes, notes));
  const similar = alike(successes);
  if (similar.length >= FEWEST) found.push(conclude("successes", similar, failures, notes));
  return found;
}

/** The episodes that share the word which most of them have. */
function alike(episodes: readonly Episode[]): Episode[] {
  const summaries = episodes.map(({ summary }) => summary);
  const [term] = sharedTerms(summaries, FEWEST);
  if (term === undefined) return [];
  return episodes.filter(
    ({ summary }) => sharedTerms([summary], 1).length > 0 && has(summary, term),
  );
}

function has(summary: string, term: string): boolean {
  return summary.toLowerCase().includes(term);
}

function conclude(
  pattern: Pattern,
  support: readonly Episode[],
  against: readonly Episode[],
  notes: readonly Episode[],
): Reflection {
  const terms = sharedTerms(
    support.map(({ summary }) => summary),
    Math.max(2, Math.ceil(support.length / 2)),
  );
  return {
    pattern,
    ...draftText(pattern, support, terms),
    evidence: [...support, ...notes].map(({ id }) => id),
    ...weighEvidence(pattern, { support, against, notes, terms }),
  };
}
