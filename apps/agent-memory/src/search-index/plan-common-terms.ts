import { mergeHits, type SearchHit } from "./hits.ts";
import { any, each, total, type ScanBudget, type Term, type TermIndex } from "./term-index.ts";

type Match = (index: TermIndex, terms: Term[], limit: number) => Promise<SearchHit[]>;

/**
 * The best documents for terms that are all common. It asks for as many terms in one document as it takes
 * to score no more than is affordable, and for fewer only when too little is found. Where even those are too many, only
 * the newest are scored.
 */
export async function planCommonTerms(
  index: TermIndex,
  terms: Term[],
  limit: number,
  { scoredDocs }: ScanBudget,
): Promise<SearchHit[]> {
  const shares = terms.map(({ frequency }) => Math.min(1, frequency / index.size));
  const expected = (atLeast: number) => index.size * shareWith(shares, atLeast);
  const stages: [expected: number, match: Match][] = [
    [expected(terms.length), matchAll],
    [expected(terms.length - 1), matchAllButOne],
    [expected(2), matchTwo],
    [total(terms), matchAny],
  ];
  const start = stages.findLastIndex(([documents]) => documents <= scoredDocs);
  let hits: SearchHit[] = [];
  let searched = index;
  for (const [documents, match] of stages.slice(Math.max(0, start))) {
    if (documents > scoredDocs)
      searched = index.latest?.(Math.ceil((index.size * scoredDocs) / documents)) ?? index;
    hits = mergeHits(hits, await match(searched, terms, limit), limit);
    if (hits.length === limit) return hits;
  }
  return searched === index ? hits : mergeHits(hits, await matchAny(index, terms, limit), limit);
}

const matchAny: Match = (index, terms, limit) => index.best([any(terms)], limit);

const matchAll: Match = (index, terms, limit) => index.best(each(terms), limit);

/** Documents that lack one term at most: two neighbours at a time may stand for each other. */
export const matchAllButOne: Match = async (index, terms, limit) => {
  let hits: SearchHit[] = [];
  for (let place = 0; place < terms.length; place += 2) {
    const pair = Math.max(0, Math.min(place, terms.length - 2));
    const others = [...terms.slice(0, pair), ...terms.slice(pair + 2)];
    const groups = [any(terms.slice(pair, pair + 2)), ...each(others)];
    hits = mergeHits(hits, await index.best(groups, limit), limit);
  }
  return hits;
};

/** Documents with two terms at least: of two halves of the terms they have one in each, or two in one of them. */
export const matchTwo: Match = async (index, terms, limit) => {
  if (terms.length < 2) return [];
  const left = terms.filter((_, place) => place % 2 === 0);
  const right = terms.filter((_, place) => place % 2 === 1);
  const within = mergeHits(
    await matchTwo(index, left, limit),
    await matchTwo(index, right, limit),
    limit,
  );
  return mergeHits(within, await index.best([any(left), any(right)], limit), limit);
};

/** The share of documents with at least so many of the terms, if the terms do not depend on each other. */
function shareWith(shares: number[], atLeast: number): number {
  let exactly = [1];
  for (const share of shares) {
    const without = [...exactly, 0].map((probability) => probability * (1 - share));
    const having = [0, ...exactly].map((probability) => probability * share);
    exactly = without.map((probability, count) => probability + having[count]!);
  }
  return exactly.slice(Math.max(0, atLeast)).reduce((sum, probability) => sum + probability, 0);
}
