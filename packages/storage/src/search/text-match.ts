import type { SearchHit } from "./search-hit.ts";

export type TextMatch = {
  hits: SearchHit[];
  /** About what a word adds to the score of the only document that has it: the measure of what a score tells. */
  unique: number;
};

export function uniqueWeight(documents: number): number {
  return Math.log(1 + (documents + 0.5) / 0.5);
}
