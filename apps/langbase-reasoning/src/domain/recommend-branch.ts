export type Candidate = { name: string | null; content?: string; confidence: number };

/**
 * The index of the branch to recommend: the one named, by name or number, unless it misses the threshold that
 * another one reaches; otherwise the most confident.
 */
export function recommendBranch(
  candidates: readonly Candidate[],
  named: string | undefined,
  threshold = 0,
): number {
  const best = candidates.reduce(
    (winner, { confidence }, index) =>
      confidence > (candidates[winner]?.confidence ?? -1) ? index : winner,
    0,
  );
  const chosen = candidates[named === undefined ? -1 : branchNamed(candidates, named)];
  if (chosen === undefined) return best;
  const bestReaches = (candidates[best]?.confidence ?? 0) >= threshold;
  return chosen.confidence < threshold && bestReaches ? best : candidates.indexOf(chosen);
}

const NUMBERED = /^(?:(?:branch|option|approach|path|number|no\.?|#)\s*)?#?(\d+)$/;

/** The index of the branch that a model names by its name, its content or its number, which begins at 1; -1 if none. */
export function branchNamed(candidates: readonly Candidate[], named: string): number {
  const wanted = plain(named);
  const byName = candidates.findIndex(({ name }) => name !== null && plain(name) === wanted);
  if (byName !== -1) return byName;
  const byContent = candidates.findIndex(({ content = "" }) => plain(content) === wanted);
  if (byContent !== -1) return byContent;
  const number = NUMBERED.exec(wanted)?.[1];
  if (number !== undefined) return Number(number) <= candidates.length ? Number(number) - 1 : -1;
  // A sentence about one branch names it, if it names no other.
  const mentioned = candidates.flatMap(({ name }, index) =>
    name !== null && plain(name) !== "" && wanted.includes(plain(name)) ? [index] : [],
  );
  return mentioned.length === 1 ? (mentioned[0] ?? -1) : -1;
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ").replace(/[.:]$/, "");
}
