export type Scored = { id: string; score: number };

/** Share of the meaning in the fused score; the rest is the share of the words. */
const VECTOR_WEIGHT = 0.7;

/** One score in [0, 1] per record from both lists, each normalised by its own range. */
export function fuseScores(
  words: readonly Scored[],
  meanings: readonly Scored[] | undefined,
): Map<string, number> {
  const byWords = normalise(words);
  if (meanings === undefined) return byWords;
  const byMeaning = normalise(meanings);
  const ids = new Set([...byWords.keys(), ...byMeaning.keys()]);
  return new Map(
    Array.from(ids, (id) => {
      const word = byWords.get(id) ?? 0;
      const meaning = byMeaning.get(id) ?? 0;
      return [id, (1 - VECTOR_WEIGHT) * word + VECTOR_WEIGHT * meaning];
    }),
  );
}

function normalise(hits: readonly Scored[]): Map<string, number> {
  const scores = hits.map(({ score }) => score);
  const low = Math.min(...scores);
  const range = Math.max(...scores) - low;
  return new Map(hits.map(({ id, score }) => [id, range > 0 ? (score - low) / range : 1]));
}
