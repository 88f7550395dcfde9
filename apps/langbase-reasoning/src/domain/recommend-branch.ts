export type Candidate = { name: string | null; confidence: number };

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
  const chosen = candidates[indexNamed(candidates, named)];
  if (chosen === undefined) return best;
  const bestReaches = (candidates[best]?.confidence ?? 0) >= threshold;
  return chosen.confidence < threshold && bestReaches ? best : candidates.indexOf(chosen);
}

function indexNamed(candidates: readonly Candidate[], named: string | undefined): number {
  if (named === undefined) return -1;
  const wanted = named.trim().toLowerCase();
  const byName = candidates.findIndex(({ name }) => name?.trim().toLowerCase() === wanted);
  if (byName !== -1) return byName;
  return /^\d+$/.test(wanted) ? Number(wanted) : -1;
}
