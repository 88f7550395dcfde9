/** How much a record has to do with a query, by its words and by its meaning. */
export type Evidence = {
  /** The share of the query's most telling words that it has; more than 1 for a long query. */
  words: number;
  /** The cosine of both vectors; undefined when the record has none. */
  cosine: number | undefined;
};

/** The worth of a model's cosines. */
export type RelevanceScale = {
  /** The weight of a full match of the words, where that of the meaning is 1. */
  wordWeight: number;
  /** Relevance below which a record is not worth showing. */
  floor: number;
};

/** Of words alone. */
export const WORDS_ALONE: RelevanceScale = { wordWeight: 1, floor: 0.001 };

/** From 0 to 1, and comparable between queries: nothing is normalised by what else was found. */
export function relevanceOf({ words, cosine }: Evidence, { wordWeight }: RelevanceScale): number {
  const byWords = wordRelevance(words);
  if (cosine === undefined) return byWords;
  return (Math.max(0, cosine) + wordWeight * byWords) / (1 + wordWeight);
}

/**
 * Next to nothing for a word in common by chance, and growing without an end, so that long queries are ranked by all of their
 * words.
 */
export function wordRelevance(words: number): number {
  const power = words * words * words;
  return power / (power + 1);
}
