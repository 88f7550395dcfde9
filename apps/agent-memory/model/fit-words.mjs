import { rescale, textVector } from "./text-vectors.mjs";
import { isStopWord, wordWeight } from "./tokens.mjs";

const EPOCHS = 5;
const FIRST_RATE = 0.5;
const RATE_DECAY = 0.7;
// Pulls a word back to what the encoder says of it alone.
const PULL = 0.002;
const FEWEST_CONTEXTS = 4;

/** Moves the vectors of words until their weighted sums are near the encoder's vectors of sentences. */
export function fitWords({ ranks, wordVectors, sentences, sentenceVectors, dimensions }) {
  const start = wordVectors;
  const fitted = start.slice();
  const known = sentences.map((words) => words.map((word) => ranks.get(word)).filter(isDefined));
  let rate = FIRST_RATE;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1, rate *= RATE_DECAY)
    known.forEach((places, row) => {
      if (places.length === 0) return;
      const weights = places.map((place) => wordWeight(place));
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const scale = Math.sqrt(places.length) / whole;
      const miss = new Float32Array(dimensions);
      places.forEach((place, index) => {
        for (let at = 0; at < dimensions; at += 1)
          miss[at] += weights[index] * scale * fitted[place * dimensions + at];
      });
      for (let at = 0; at < dimensions; at += 1) miss[at] -= sentenceVectors[row * dimensions + at];
      places.forEach((place, index) => {
        const step = rate * weights[index] * scale;
        for (let at = 0; at < dimensions; at += 1) {
          const own = place * dimensions + at;
          fitted[own] -= step * miss[at] + rate * PULL * (fitted[own] - start[own]);
        }
      });
    });
  return fitted;
}

/** A word that is not in the table gets what the texts it occurs in have beyond others: newer names, mostly. */
export function addWordsOfContext({ words, table, corpus, dimensions }) {
  const places = new Map(words.map((word, place) => [word, place]));
  const sums = new Map();
  const counts = new Map();
  const mean = new Float32Array(dimensions);
  for (const text of corpus) {
    const unit = rescale(textVector(text, table, dimensions, places), 1);
    add(mean, unit, 1 / corpus.length);
    for (const word of new Set(text)) {
      if (places.has(word) || isStopWord(word) || word.length < 2) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (!sums.has(word)) sums.set(word, new Float32Array(dimensions));
      add(sums.get(word), unit, 1);
    }
  }
  const length = Math.sqrt(table.reduce((sum, value) => sum + value * value, 0) / words.length);
  const added = [...counts.keys()].filter((word) => counts.get(word) >= FEWEST_CONTEXTS);
  const whole = new Float32Array(table.length + added.length * dimensions);
  whole.set(table);
  added.forEach((word, index) => {
    const sum = sums.get(word);
    add(sum, mean, -counts.get(word));
    whole.set(rescale(sum, length), table.length + index * dimensions);
  });
  return { words: [...words, ...added], table: whole };
}

function add(sum, vector, factor) {
  for (let at = 0; at < sum.length; at += 1) sum[at] += factor * vector[at];
}

function isDefined(value) {
  return value !== undefined;
}
