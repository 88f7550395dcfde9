export type Scored = { id: string; score: number };

/** Hits by words, and the score that a record with every word of the query would have. */
export type WordMatch = { hits: readonly Scored[]; attainable: number };

/** Share of the words in the fused score when the best hit has all of them; the rest is the share of the meaning. */
const WORD_SHARE = 0.6;

/**
 * One score in [0, 1] per record from both lists, each normalised by its own range. The less of the query the best hit by
 * words has, the less words count: one common word among many tells little.
 */
export function fuseScores(
  words: WordMatch,
  meanings: readonly Scored[] | undefined,
): Map<string, number> {
  const byWords = normalise(words.hits);
  if (meanings === undefined) return byWords;
  const byMeaning = normalise(meanings);
  const trusted = WORD_SHARE * coverage(words);
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

/** How much of what the query's words can score the best hit has, from 0 to 1. */
function coverage({ hits, attainable }: WordMatch): number {
  const best = Math.max(0, ...hits.map(({ score }) => score));
  return attainable > 0 ? Math.min(1, best / attainable) : 0;
}

function normalise(hits: readonly Scored[]): Map<string, number> {
  const scores = hits.map(({ score }) => score);
  const low = Math.min(...scores);
  const range = Math.max(...scores) - low;
  return new Map(hits.map(({ id, score }) => [id, range > 0 ? (score - low) / range : 1]));
}
