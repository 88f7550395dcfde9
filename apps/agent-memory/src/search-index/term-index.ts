import type { SearchHit } from "./hits.ts";

/** A full-text index that scores by BM25. A document must match every group by one of its terms. */
export type TermIndex = {
  /** At least the number of documents. */
  size: number;
  /** How much one search may scan, chosen so that it takes some ten milliseconds. */
  budget: ScanBudget;
  /** In how many documents a term occurs. */
  frequency(term: string): Promise<number>;
  best(groups: string[][], limit: number): Promise<SearchHit[]>;
  newest(groups: string[][], limit: number): Promise<SearchHit[]>;
  /** The same index over so many of the newest documents only, where that saves time. */
  latest?(documents: number): TermIndex;
};

/** Up to which size an index is searched without a plan, and how many documents may be scored in one step. */
export type ScanBudget = { fullScanDocs: number; scoredDocs: number; rareDocs: number };

export type Term = { text: string; frequency: number; weight: number };

export function total(terms: Term[]): number {
  return terms.reduce((sum, { frequency }) => sum + frequency, 0);
}

/** One group: a document needs one of the terms. */
export function any(terms: Term[]): string[] {
  return terms.map(({ text }) => text);
}

/** A group for each term: a document needs them all. */
export function each(terms: Term[]): string[][] {
  return terms.map(({ text }) => [text]);
}
