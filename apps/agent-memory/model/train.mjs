// The second step of making words.bin, the embedding model that ships with this package: vectors of words whose sum points
// where the sentence transformer points. README.md in this folder lists the input files.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fitWords } from "./fit-words.mjs";
import { centre, principalAxes, project } from "./linear-algebra.mjs";
import { wordsOf } from "./words-of.mjs";

const ENCODED = 384;
const DIMENSIONS = 256;
const MOST_WORDS = 48_000;
/** So many sentences were encoded for the table in the repository. */
const SENTENCES = 108_000;
const ID = `faculties/words-${DIMENSIONS}-v2`;

const folder = resolve(process.argv[2] ?? ".");
const result = resolve(process.argv[3] ?? join(folder, "words.bin"));
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const floats = (name, rows) => {
  const bytes = readFileSync(join(folder, name)).subarray(0, rows * ENCODED * 4);
  if (bytes.length < rows * ENCODED * 4) throw new Error(`${name} has fewer than ${rows} vectors.`);
  return new Float32Array(new Uint8Array(bytes).buffer);
};

const words = json("words.json").slice(0, MOST_WORDS);
const sentences = json("sentences.json").slice(0, SENTENCES);
const encoded = centre(floats("sentences.f32", sentences.length), ENCODED);
const axes = principalAxes(encoded, ENCODED, DIMENSIONS);
const targets = project(encoded, ENCODED, axes);
const wordTargets = project(centre(floats("words.f32", words.length), ENCODED), ENCODED, axes);
const places = new Map(words.map((word, place) => [word, place]));
const rows = sentences.map((text) =>
  wordsOf(text)
    .map((word) => places.get(word))
    .filter((place) => place !== undefined),
);
const table = fitWords({ rows, targets, wordTargets, count: words.length, dimensions: DIMENSIONS });
const bytes = encode(table);
writeFileSync(result, bytes);
process.stdout.write(`SHA-256 ${createHash("sha256").update(bytes).digest("hex")}\n`);

function encode(vectors) {
  const text = Buffer.from(words.join("\n"));
  const scales = new Float32Array(words.length);
  const values = new Int8Array(words.length * DIMENSIONS);
  for (let row = 0; row < words.length; row += 1) {
    const vector = vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    scales[row] = largest / 127;
    vector.forEach((value, at) => {
      values[row * DIMENSIONS + at] = Math.round((value / largest) * 127);
    });
  }
  const sums = createHash("sha256").update(text).update(Buffer.from(scales.buffer));
  const sha256 = sums.update(Buffer.from(values.buffer)).digest("hex");
  const header = {
    id: ID,
    dimensions: DIMENSIONS,
    words: words.length,
    wordBytes: text.length,
    sha256,
  };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    text,
    Buffer.from(scales.buffer),
    Buffer.from(values.buffer),
  ]);
}
