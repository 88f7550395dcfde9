/** Higher is better. */
export type SearchHit = { id: string; score: number };

/** Best first; equal scores by id, so that the same query gives the same order. */
export function compareHits(left: SearchHit, right: SearchHit): number {
  return right.score - left.score || (left.id < right.id ? -1 : 1);
}

export function rankHits(hits: SearchHit[], limit: number): SearchHit[] {
  return hits.toSorted(compareHits).slice(0, limit);
}

/** A document found twice was once scored by some of its terms only. */
export function mergeHits(left: SearchHit[], right: SearchHit[], limit: number): SearchHit[] {
  const scores = new Map(left.map(({ id, score }) => [id, score]));
  for (const { id, score } of right) scores.set(id, Math.max(score, scores.get(id) ?? score));
  return rankHits(
    [...scores].map(([id, score]) => ({ id, score })),
    limit,
  );
}
