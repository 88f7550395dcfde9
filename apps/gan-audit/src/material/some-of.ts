const MOST_NAMES = 3;

/** A few of many paths, as a sentence has room for. */
export function someOf(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMES).join(", ");
  const more = paths.length - MOST_NAMES;
  return more > 0 ? `${named} and ${more} more` : named;
}
