/** Why a search did without words, or without meaning; never both. */
export type Without = { words?: string | undefined; meaning?: string | undefined };

/** One sentence on how far a search could look, or null when there is nothing to say. */
export function searchNotice(
  { words, meaning }: Without,
  progress: { done: number; total: number } | undefined,
): string | null {
  if (meaning !== undefined) return `Searched by words only: ${meaning}.`;
  if (words !== undefined) return `Searched by meaning only: ${words}.`;
  if (progress === undefined) return null;
  return `${progress.done} of ${progress.total} records are embedded so far; the others are found by words only.`;
}
