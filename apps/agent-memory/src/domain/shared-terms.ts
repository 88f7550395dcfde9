const WORD = /[\p{L}\p{N}][\p{L}\p{N}_-]{2,}/gu;
const MOST = 5;
// What an event is about is said at its beginning.
const LONGEST_BEGINNING = 1_000;
const COMMON = new Set(
  `about after again against all and any are because been before being but can could did does for from had
  has have how into its just more not now off once only our out over should since some than that the their
  them then there these they this those through too under until very was were what when where which while
  who why will with would you your add added fix fixed fixes feat chore failed fails failure error errors
  success succeeded succeeds works worked use used using`.split(/\s+/),
);

/** Telling words that occur in at least `least` of the texts, the most frequent first. */
export function sharedTerms(texts: readonly string[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.slice(0, LONGEST_BEGINNING).toLowerCase().match(WORD) ?? []))
      if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= least)
    .toSorted(([left, more], [right, less]) => less - more || (left < right ? -1 : 1))
    .slice(0, MOST)
    .map(([word]) => word);
}
