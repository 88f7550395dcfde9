// Makes words.bin, the embedding model that ships with this package: vectors of words whose weighted sum points
// where a sentence encoder would point. It is run by hand, and its result is kept in the repository:
//   node model/embed-corpus.mjs <folder>     a sentence encoder's vectors of words and sentences
//   node model/train.mjs <folder>            words.bin from them
// README.md in this folder lists the input files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addWordsOfContext, fitWords } from "./fit-words.mjs";
import { centre, principalAxes, project, removeDirection } from "./linear-algebra.mjs";
import { commonDirection, meanLength } from "./text-vectors.mjs";
import { tokens, wordWeight } from "./tokens.mjs";

const ENCODED = 512;
const FITTED = 160;
const GLOVE = 100;
const DIMENSIONS = 128;
const GLOVE_SHARE = 0.35;

const folder = process.argv[2] ?? ".";
const floats = (name) => {
  const bytes = readFileSync(join(folder, name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
};
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));

const words = json("words.json");
const corpus = json("corpus.json");
const encodedWords = floats("words.f32");
const encodedSentences = floats("sentences.f32");
const sentences = corpus.slice(0, encodedSentences.length / ENCODED).map(tokens);

const axes = principalAxes(encodedSentences, ENCODED, FITTED);
const wordVectors = project(centre(encodedWords, ENCODED), ENCODED, axes);
const sentenceVectors = project(centre(encodedSentences, ENCODED), ENCODED, axes);
const ranks = new Map(words.map((word, rank) => [word, rank]));
const fitted = fitWords({ ranks, wordVectors, sentences, sentenceVectors, dimensions: FITTED });

const sample = sentences.slice(0, 12_000);
const withoutCommon = (vectors, size) =>
  removeDirection(vectors, size, commonDirection(vectors, size, ranks, sample));
const left = withoutCommon(fitted, FITTED);
const right = withoutCommon(floats("glove.f32"), GLOVE);
const joined = sideBySide(
  { vectors: left, size: FITTED, share: 1 - GLOVE_SHARE },
  { vectors: right, size: GLOVE, share: GLOVE_SHARE },
);
const whole = FITTED + GLOVE;
const table = project(joined, whole, principalAxes(joined, whole, DIMENSIONS));
const all = addWordsOfContext({ words, table, corpus: corpus.map(tokens), dimensions: DIMENSIONS });
writeFileSync(new URL("words.bin", import.meta.url), encode(all.words, all.table));

/** Both kinds of vectors in one, each with its share of a text's length. */
function sideBySide(...kinds) {
  const size = kinds.reduce((sum, kind) => sum + kind.size, 0);
  const result = new Float32Array(words.length * size);
  let start = 0;
  for (const { vectors, size: own, share } of kinds) {
    const scale = Math.sqrt(share) / meanLength(vectors, own, ranks, sample);
    for (let row = 0; row < words.length; row += 1)
      for (let at = 0; at < own; at += 1)
        result[row * size + start + at] = vectors[row * own + at] * scale;
    start += own;
  }
  return result;
}

function encode(allWords, vectors) {
  const text = Buffer.from(allWords.join("\n"));
  const scales = new Float32Array(allWords.length);
  const values = new Int8Array(allWords.length * DIMENSIONS);
  allWords.forEach((word, row) => {
    const vector = vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    scales[row] = (wordWeight(ranks.get(word)) * largest) / 127;
    vector.forEach((value, at) => {
      values[row * DIMENSIONS + at] = Math.round((value / largest) * 127);
    });
  });
  const id = `faculties/words-${DIMENSIONS}-v1`;
  const header = { id, dimensions: DIMENSIONS, words: allWords.length, wordBytes: text.length };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    text,
    Buffer.from(scales.buffer),
    Buffer.from(values.buffer),
  ]);
}
