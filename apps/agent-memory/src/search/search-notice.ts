import type { EmbeddingProgress } from "../embedding/embedding.ts";

/** Why the search by words, or the search by meaning, was skipped; never both. */
export type Skipped = { words?: string | undefined; meaning?: string | undefined };

/** One sentence on how far a search could look, or null when there is nothing to say. */
export function searchNotice({
  count,
  skipped,
  embedded,
  waiting,
  indexed,
}: {
  count: number;
  skipped: Skipped;
  embedded: EmbeddingProgress | undefined;
  waiting: number;
  indexed: EmbeddingProgress | undefined;
}): string | null {
  const sentences = [
    count === 0 ? "Nothing that was decided is about this." : undefined,
    howSearched(skipped),
    embedded &&
      `${embedded.done} of ${embedded.total} records are embedded so far; the others are found by words only.`,
    waiting === 0
      ? undefined
      : `${waiting} new records are not embedded yet; they are found by words only so far.`,
    indexed &&
      `${indexed.done} of ${indexed.total} records are indexed again so far; the others are found by their words as they are written.`,
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? null : sentences.join(" ");
}

function howSearched({ words, meaning }: Skipped): string | undefined {
  if (meaning !== undefined) return `Searched by words only: ${meaning}.`;
  return words === undefined ? undefined : `Searched by meaning only: ${words}.`;
}
