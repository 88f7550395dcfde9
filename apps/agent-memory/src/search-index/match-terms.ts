import { inverseFrequency } from "./bm25.ts";
import { planCommonTerms } from "./plan-common-terms.ts";
import { mergeHits, type SearchHit } from "./hits.ts";
import { any, total, type ScanBudget, type Term, type TermIndex } from "./term-index.ts";

/** Of a long query as many of the rarest terms count as can be afforded, and these at least. */
const LEAST_TELLING = 10;
/** BM25 grows with a term's frequency in a document to at most k1 + 1 times its weight. */
const HIGHEST_GAIN = 2.2;

/**
 * The best documents for a query. Scoring every document that has a common word would take too long in a
 * large index, so there documents that have only one common word of several may be left out.
 */
export async function matchTerms(
  index: TermIndex,
  texts: string[],
  limit: number,
  budget = index.budget,
): Promise<SearchHit[]> {
  if (texts.length === 0) return [];
  if (index.size <= budget.fullScanDocs) return index.best([texts], limit);
  const terms = await weigh(index, texts);
  const absent = terms.filter(({ frequency }) => frequency === 0).length;
  const affordable = terms.findIndex(
    (_, place) => total(terms.slice(0, place + 1)) > budget.scoredDocs,
  );
  const count = Math.max(absent + LEAST_TELLING, affordable === -1 ? terms.length : affordable);
  const telling = terms.slice(0, count);
  if (total(telling) <= budget.scoredDocs) return index.best([any(telling)], limit);
  return matchRare(index, telling, limit, budget);
}

/** Rare terms find documents, common ones add to their scores; then common ones may find what is better still. */
async function matchRare(
  index: TermIndex,
  terms: Term[],
  limit: number,
  budget: ScanBudget,
): Promise<SearchHit[]> {
  const rareCount = terms.findIndex(
    (_, place) => total(terms.slice(0, place + 1)) > budget.rareDocs,
  );
  const rare = terms.slice(0, rareCount);
  const common = terms.slice(rareCount);
  if (rare.length === 0) return planCommonTerms(index, common, limit, budget);
  const hits = mergeHits(
    await index.best([any(rare)], limit),
    await index.best([any(rare), any(common)], limit),
    limit,
  );
  const beatable = common.reduce((sum, { weight }) => sum + HIGHEST_GAIN * weight, 0);
  const lowest = hits[limit - 1];
  if (lowest !== undefined && lowest.score >= beatable) return hits;
  return mergeHits(hits, await planCommonTerms(index, common, limit, budget), limit);
}

async function weigh(index: TermIndex, texts: string[]): Promise<Term[]> {
  const terms: Term[] = [];
  for (const text of texts) {
    const found = await index.frequency(text);
    terms.push({
      text,
      frequency: found,
      weight: inverseFrequency(index.totals.documents, found),
    });
  }
  return terms.toSorted((left, right) => left.frequency - right.frequency);
}
