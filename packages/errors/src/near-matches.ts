const MOST_MATCHES = 3;

/** The candidates most like `name`, best first: those that contain it, then those a few letters away. */
export function nearMatches(name: string, candidates: readonly string[]): string[] {
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return [];
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distance(wanted, candidate.toLowerCase()) }))
    .filter((match) => match.distance <= Math.max(2, wanted.length / 3))
    .toSorted(
      (left, right) =>
        left.distance - right.distance || left.candidate.localeCompare(right.candidate),
    )
    .slice(0, MOST_MATCHES)
    .map((match) => match.candidate);
}

function distance(wanted: string, candidate: string): number {
  const contained = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate));
  return contained ? 1 : editDistance(wanted.slice(0, 100), candidate.slice(0, 100));
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...left].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
