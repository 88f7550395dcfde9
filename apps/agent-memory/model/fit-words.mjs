const ROUNDS = 16;
/** How much a word is held to what the transformer says of it alone, compared with one sentence that has it. */
const HOLD = 0.8;
/** A word that so many sentences in a million have counts half. */
const HALF_WEIGHT = 1_000;

/**
 * The vectors of words whose sum, divided by the square root of their number, is nearest to the vectors of sentences: ridge
 * regression towards the words' own vectors, by conjugate gradients. Only sums, products and square roots, so that every machine
 * computes the same numbers.
 */
export function fitWords({ rows, targets, wordTargets, count, dimensions }) {
  const start = ownVectors(rows, wordTargets, count, dimensions);
  const sentences = { rows, dimensions };
  const size = count * dimensions;
  const fitted = start.slice();
  // The residual of the normal equations at the starting point, where the ridge adds nothing.
  const residual = new Float32Array(size);
  multiplyBack(sentences, subtract(targets, multiply(sentences, fitted)), residual);
  const direction = residual.slice();
  let squares = dot(residual, residual);
  for (let round = 0; round < ROUNDS && squares > 0; round += 1) {
    const image = new Float32Array(size);
    multiplyBack(sentences, multiply(sentences, direction), image);
    for (let at = 0; at < size; at += 1) image[at] += HOLD * direction[at];
    const step = squares / dot(direction, image);
    for (let at = 0; at < size; at += 1) {
      fitted[at] += step * direction[at];
      residual[at] -= step * image[at];
    }
    const next = dot(residual, residual);
    const turn = next / squares;
    for (let at = 0; at < size; at += 1) direction[at] = residual[at] + turn * direction[at];
    squares = next;
  }
  return fitted;
}

/** The vector that the transformer gives each word alone; words of many sentences say less. */
function ownVectors(rows, wordTargets, count, dimensions) {
  const having = new Float64Array(count);
  for (const row of rows) for (const place of new Set(row)) having[place] += 1;
  return wordTargets.map((value, at) => {
    const inMillion = (having[Math.floor(at / dimensions)] * 1e6) / rows.length;
    return value * (HALF_WEIGHT / (HALF_WEIGHT + inMillion));
  });
}

/** The vectors of the sentences that the words give. */
function multiply({ rows, dimensions }, words) {
  const result = new Float32Array(rows.length * dimensions);
  rows.forEach((row, at) => {
    if (row.length === 0) return;
    const scale = 1 / Math.sqrt(row.length);
    const own = at * dimensions;
    for (const place of row) {
      const from = place * dimensions;
      for (let d = 0; d < dimensions; d += 1) result[own + d] += scale * words[from + d];
    }
  });
  return result;
}

/** The transpose of `multiply`. */
function multiplyBack({ rows, dimensions }, sentences, result) {
  rows.forEach((row, at) => {
    if (row.length === 0) return;
    const scale = 1 / Math.sqrt(row.length);
    const own = at * dimensions;
    for (const place of row) {
      const to = place * dimensions;
      for (let d = 0; d < dimensions; d += 1) result[to + d] += scale * sentences[own + d];
    }
  });
}

function subtract(left, right) {
  return left.map((value, at) => value - right[at]);
}

function dot(left, right) {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += left[at] * right[at];
  return sum;
}
