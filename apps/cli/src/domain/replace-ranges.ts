export type Replacement = { start: number; end: number; text: string };

/** Replaces ranges that do not overlap, whatever their order; in one go, for a file can have many. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, text: by } of replacements.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(kept, start), by);
    kept = end;
  }
  return parts.join("") + text.slice(kept);
}
