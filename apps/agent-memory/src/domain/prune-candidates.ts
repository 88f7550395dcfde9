import { AUTHORITY_BOOST } from "./rank-candidates.ts";

/**
 * Leaves out what is in force but cannot be among the best `limit`: authority makes up for so much, and what is
 * not in force stays, because it may lead to what replaced it.
 */
export function pruneCandidates(
  scores: ReadonlyMap<string, number>,
  inForce: ReadonlySet<string>,
  limit: number,
): Map<string, number> {
  const bases = [...inForce]
    .map((id) => scores.get(id) ?? 0)
    .toSorted((left, right) => right - left);
  const last = bases[limit - 1];
  if (last === undefined) return new Map(scores);
  const least = last - AUTHORITY_BOOST;
  return new Map([...scores].filter(([id, base]) => !inForce.has(id) || base >= least));
}
