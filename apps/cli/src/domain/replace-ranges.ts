export type Replacement = { start: number; end: number; text: string };

/** Replaces ranges that do not overlap, whatever their order. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end),
      text,
    );
}
