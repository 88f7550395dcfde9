import { matchTerms } from "./match-terms.ts";
import type { SearchHit } from "./search-hit.ts";
import type { TermIndex } from "./term-index.ts";

export type TextMatch = {
  hits: SearchHit[];
  /** The score of a document of usual length that has every word of the query once. */
  attainable: number;
};

export async function matchText(
  index: TermIndex,
  terms: string[],
  limit: number,
): Promise<TextMatch> {
  const hits = await matchTerms(index, terms, limit);
  let attainable = 0;
  for (const term of terms) {
    const frequency = await index.frequency(term);
    // As BM25 weighs it, but never nothing.
    attainable += Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
  }
  return { hits, attainable };
}
