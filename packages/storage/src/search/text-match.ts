import type { SearchHit } from "./search-hit.ts";

/** With what it takes to judge the scores. */
export type TextMatch = {
  hits: SearchHit[];
  /** How many words of the query were looked for. */
  words: number;
  /** About what a word adds to the score of the only document that has it. */
  unique: number;
};
