export type Scored = { id: string; score: number };

/** Hits by so many words, and what a word adds to the score of the only record that has it. */
export type WordMatch = { hits: readonly Scored[]; words: number; unique: number };

/** Share of the words in the fused score when they are to be trusted; the rest is the share of the meaning. */
const WORD_SHARE = 0.65;
/** So many words that no other record has leave no doubt. */
const ENOUGH_WORDS = 3;

/**
 * One score in [0, 1] per record from both lists, each normalised by its own range. Words count as far as the best hit by
 * them can be trusted: a word that many records have tells little.
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
