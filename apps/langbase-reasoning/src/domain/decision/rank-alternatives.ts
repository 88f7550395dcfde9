import { tidy } from "../tidy.ts";

export type Ranked = { alternative: string; score: number; rank: number };

/** Best first. Equal scores share a rank and keep the order in which they were given. */
export function rankAlternatives(names: readonly string[], scores: readonly number[]): Ranked[] {
  const sorted = names
    .map((alternative, index) => ({ alternative, score: tidy(scores[index] ?? 0), index }))
    .toSorted((left, right) => right.score - left.score || left.index - right.index);
  const ranked: Ranked[] = [];
  for (const [place, { alternative, score }] of sorted.entries()) {
    const before = ranked.at(-1);
    const rank = before?.score === score ? before.rank : place + 1;
    ranked.push({ alternative, score, rank });
  }
  return ranked;
}
