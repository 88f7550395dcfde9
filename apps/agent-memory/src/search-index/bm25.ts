/** How much repeated terms count, and how much the length of a document matters. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.5;
/** Adds so many documents without any of the words, so that words tell something in a small index too. */
const SMOOTHING = 20;

/** Documents and terms of an index. */
export type TextTotals = { documents: number; terms: number };

/** How much a term tells that so many of the documents have. */
export function inverseFrequency(documents: number, frequency: number): number {
  const without = Math.max(0, documents + SMOOTHING - frequency);
  return Math.log(1 + (without + 0.5) / (frequency + 0.5));
}

/** The part of a term's weight that a document gets in which it occurs so many times. */
export function termGain(times: number, length: number, { documents, terms }: TextTotals): number {
  const relative = 1 - LENGTH_SHARE + (LENGTH_SHARE * length * documents) / Math.max(1, terms);
  return (times * (SATURATION + 1)) / (times + SATURATION * relative);
}

/** The same in SQL. */
export const GAIN = { saturation: SATURATION, lengthShare: LENGTH_SHARE };

/**
 * Adds a term's part to the score of each document that has it. `occurrences` names a document as often as the term
 * occurs in it, in the order of the documents.
 */
export function addTermScores(
  scores: Float64Array,
  occurrences: readonly number[],
  lengths: Uint32Array,
  totals: TextTotals,
): void {
  const weight = inverseFrequency(totals.documents, countDocuments(occurrences));
  let times = 0;
  for (let place = 0; place < occurrences.length; place += 1) {
    const document = occurrences[place]!;
    times += 1;
    if (occurrences[place + 1] === document) continue;
    scores[document]! += weight * termGain(times, lengths[document]!, totals);
    times = 0;
  }
}

/** How often a document is named. */
export function timesIn(occurrences: readonly number[], document: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (occurrences[middle]! < document) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (occurrences[end] === document) end += 1;
  return end - low;
}

export function countDocuments(occurrences: readonly number[]): number {
  let count = 0;
  for (let place = 0; place < occurrences.length; place += 1)
    if (occurrences[place + 1] !== occurrences[place]) count += 1;
  return count;
}
