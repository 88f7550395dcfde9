import type { EmbeddingProvider } from "@faculties/providers";
import { wordPlaces } from "./text-words.ts";
import { readWordTable, type WordTable } from "./word-table.ts";

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
