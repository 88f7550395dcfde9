import { readFile } from "node:fs/promises";

/** Vectors of words in one block of small integers; `scales` gives each word its weight in a text. */
export type WordTable = {
  id: string;
  dimensions: number;
  places: ReadonlyMap<string, number>;
  scales: Float32Array;
  values: Int8Array;
};

type Header = { id: string; dimensions: number; words: number; wordBytes: number };

/** Reads what `model/train.mjs` wrote: a line of JSON, the words, their scales, their vectors. */
export async function readWordTable(file: URL): Promise<WordTable> {
  const bytes = await readFile(file);
  const headerEnd = bytes.indexOf("\n");
  const header = JSON.parse(bytes.toString("utf8", 0, headerEnd)) as Header;
  const { id, dimensions, words: count, wordBytes } = header;
  const wordsAt = headerEnd + 1;
  const scalesAt = wordsAt + wordBytes;
  const valuesAt = scalesAt + count * Float32Array.BYTES_PER_ELEMENT;
  const words = bytes.toString("utf8", wordsAt, scalesAt).split("\n");
  if (words.length !== count || bytes.length !== valuesAt + count * dimensions)
    throw new Error(`The word table ${file.pathname} is damaged. Install the package again.`);
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
