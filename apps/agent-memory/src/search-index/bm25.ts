/**
 * The parameters that FTS5 scores with: how much repeated terms count, and how much the length of a document matters.
 */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** Documents and terms that were ever added. */
export type TextTotals = { documents: number; terms: number };

/** As FTS5 weighs a term: one in half of the documents or more tells next to nothing. */
export function inverseFrequency(documents: number, frequency: number): number {
  const weight = Math.log((documents - frequency + 0.5) / (frequency + 0.5));
  return weight <= 0 ? 1e-6 : weight;
}

/**
 * Adds a term's part to the score of each document that has it. `occurrences` names a document as often as the term
 * occurs in it, in the order of the documents.
 */
export function addTermScores(
  scores: Float64Array,
  occurrences: readonly number[],
  lengths: Uint32Array,
  { documents, terms }: TextTotals,
): void {
  const weight = inverseFrequency(documents, countDocuments(occurrences));
  const average = terms / documents;
  let times = 0;
  for (let place = 0; place < occurrences.length; place += 1) {
    const document = occurrences[place]!;
    times += 1;
    if (occurrences[place + 1] === document) continue;
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[document]!) / average;
    scores[document]! += weight * ((times * (SATURATION + 1)) / (times + SATURATION * length));
    times = 0;
  }
}

function countDocuments(occurrences: readonly number[]): number {
  let count = 0;
  for (let place = 0; place < occurrences.length; place += 1)
    if (occurrences[place + 1] !== occurrences[place]) count += 1;
  return count;
}
