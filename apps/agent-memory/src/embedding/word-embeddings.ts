import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EmbeddingProvider } from "@faculties/providers";
import { ModelFileError } from "./model-file-error.ts";

/** The model that ships with this package: a text is the weighted sum of its words. */
export async function loadWordEmbeddings(file: URL): Promise<EmbeddingProvider> {
  const table = await readWordTable(file);
  return {
    id: table.id,
    embed: async (texts) => texts.map((text) => sumOfWords(text, table)),
  };
}

function sumOfWords(text: string, { dimensions, places, scales, values }: WordTable): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const place of wordPlaces(text, places)) {
    const scale = scales[place] ?? 0;
    const start = place * dimensions;
    for (let index = 0; index < dimensions; index += 1)
      sum[index] = (sum[index] ?? 0) + scale * (values[start + index] ?? 0);
  }
  return sum;
}

const WORD = /[a-z][a-z0-9+#]*|\d{3,}/g;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])/g;
const SUFFIXES: readonly [RegExp, string][] = [
  [/ies$/, "y"],
  [/(?:es|ed|er)$/, ""],
  [/(?:s|d|r)$/, ""],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/ly$/, ""],
];
const LONGEST_TEXT = 8_000;

/** The row numbers of a text's words in the table. An unknown word counts by its stem if that is known. */
export function wordPlaces(text: string, places: ReadonlyMap<string, number>): number[] {
  const plain = text.slice(0, LONGEST_TEXT).normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const found: number[] = [];
  for (const word of plain.toLowerCase().match(WORD) ?? []) {
    const place = placeOf(word, places);
    if (place !== undefined) found.push(place);
  }
  // "camelCase" is one unknown word above, and two known ones here.
  for (const [compound] of plain.matchAll(/(?<![a-z0-9])[a-z0-9]+(?:[A-Z][a-z0-9]+)+/g)) {
    if (places.has(compound.toLowerCase())) continue;
    for (const part of compound.split(CAMEL)) {
      const place = placeOf(part.toLowerCase(), places);
      if (place !== undefined) found.push(place);
    }
  }
  return found;
}

function placeOf(word: string, places: ReadonlyMap<string, number>): number | undefined {
  const whole = places.get(word);
  if (whole !== undefined || word.length < 4) return whole;
  for (const [suffix, ending] of SUFFIXES) {
    if (!suffix.test(word)) continue;
    const stem = places.get(word.replace(suffix, ending));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** Vectors of words in one block of small integers; `scales` gives each word its weight in a text. */
export type WordTable = {
  id: string;
  dimensions: number;
  places: ReadonlyMap<string, number>;
  scales: Float32Array;
  values: Int8Array;
};

type Header = {
  id: string;
  dimensions: number;
  words: number;
  wordBytes: number;
  /** Of everything after the header. */
  sha256: string;
};

/** The only table that this version understands. */
const TABLE_ID = "faculties/words-256-v2";

/** Reads the file that `model/train.mjs` wrote: a line of JSON, the words, their scales, their vectors. */
export async function readWordTable(file: URL): Promise<WordTable> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new ModelFileError("the word table is missing; install the package again", {
      cause: error,
    });
  });
  const headerEnd = bytes.indexOf("\n");
  const header = readHeader(bytes.subarray(0, Math.max(0, headerEnd)));
  if (header.id !== TABLE_ID)
    throw new ModelFileError("the word table is of another version; install the package again");
  if (
    createHash("sha256")
      .update(bytes.subarray(headerEnd + 1))
      .digest("hex") !== header.sha256
  )
    throw damaged();
  const { id, dimensions, words: count, wordBytes } = header;
  const wordsAt = headerEnd + 1;
  const scalesAt = wordsAt + wordBytes;
  const valuesAt = scalesAt + count * Float32Array.BYTES_PER_ELEMENT;
  const words = bytes.toString("utf8", wordsAt, scalesAt).split("\n");
  const scales = new Float32Array(count);
  new Uint8Array(scales.buffer).set(bytes.subarray(scalesAt, valuesAt));
  return {
    id,
    dimensions,
    places: new Map(words.map((word, place) => [word, place])),
    scales,
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, count * dimensions),
  };
}

function readHeader(line: Buffer): Header {
  try {
    return JSON.parse(line.toString("utf8")) as Header;
  } catch {
    throw damaged();
  }
}

function damaged(): ModelFileError {
  return new ModelFileError("the word table is damaged; install the package again");
}
