import { wordWeight } from "./tokens.mjs";

const ROUNDS = 15;

/** A text as the weighted sum of its words. */
export function textVector(text, vectors, size, places) {
  const sum = new Float32Array(size);
  for (const word of text) {
    const place = places.get(word);
    if (place === undefined) continue;
    const weight = wordWeight(place);
    for (let at = 0; at < size; at += 1) sum[at] += weight * vectors[place * size + at];
  }
  return sum;
}

/** The vector in its direction with another length. */
export function rescale(vector, length) {
  const own = Math.hypot(...vector) || 1;
  return vector.map((value) => (value / own) * length);
}

export function meanLength(vectors, size, places, texts) {
  const lengths = texts.map((text) => Math.hypot(...textVector(text, vectors, size, places)));
  return lengths.reduce((sum, length) => sum + length, 0) / texts.length;
}

/** The direction that all texts share, which says nothing about any of them. */
export function commonDirection(vectors, size, places, texts) {
  const units = texts.map((text) => rescale(textVector(text, vectors, size, places), 1));
  let direction = new Float32Array(size).fill(1 / Math.sqrt(size));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float32Array(size);
    for (const unit of units) {
      const along = unit.reduce((sum, value, at) => sum + value * direction[at], 0);
      for (let at = 0; at < size; at += 1) next[at] += along * unit[at];
    }
    direction = rescale(next, 1);
  }
  return direction;
}
