/** One sentence on how far a search could look, or null when there is nothing to say. */
export function searchNotice(
  reason: string | undefined,
  progress: { done: number; total: number } | undefined,
): string | null {
  if (reason !== undefined) return `Searched by words only: ${reason}.`;
  if (progress === undefined) return null;
  return `${progress.done} of ${progress.total} records are embedded so far; the others are found by words only.`;
}
