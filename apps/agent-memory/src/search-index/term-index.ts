import type { TextTotals } from "./bm25.ts";
import type { SearchHit } from "./hits.ts";

/** A full-text index that scores by BM25. A document must match every group by one of its terms. */
export type TermIndex = {
  /** At least the number of documents. */
  size: number;
  totals: TextTotals;
  /** How much one search may scan, chosen so that it takes some ten milliseconds. */
  budget: ScanBudget;
  /** In how many documents a term occurs. */
  frequency(term: string): Promise<number>;
  /** Reads the frequencies of many terms at once, where that saves time. */
  readFrequencies?(terms: readonly string[]): Promise<void>;
  best(groups: string[][], limit: number): Promise<SearchHit[]>;
  newest(groups: string[][], limit: number): Promise<SearchHit[]>;
  /** The scores of these documents for these terms, by id; those that have none of them are left out. */
  score(terms: readonly string[], ids: readonly string[]): Promise<Map<string, number>>;
  /** Terms of the vocabulary that may be meant by a word that no document has. */
  similar(range: TermRange): Promise<string[]>;
  /** The same index over so many of the newest documents only, where that saves time. */
  latest?(documents: number): TermIndex;
};

/** Up to which size an index is searched without a plan, and how many documents may be scored in one step. */
export type ScanBudget = { fullScanDocs: number; scoredDocs: number; rareDocs: number };

/** Terms that begin like this, and have about so many characters. */
export type TermRange = { start: string; shortest: number; longest: number };

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
