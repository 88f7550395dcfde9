import { rankHits, type SearchHit } from "./search-hit.ts";

/** Keeps the best of many hits without sorting them all. */
export class BestHits {
  readonly #limit: number;
  #hits: SearchHit[] = [];
  /** What scores less, or is not a number, need not be added. */
  threshold = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(id: string, score: number): void {
    this.#hits.push({ id, score });
    if (this.#hits.length < this.#limit * 4) return;
    this.#hits = this.ranked();
    this.threshold = this.#hits[this.#limit - 1]!.score;
  }

  ranked(): SearchHit[] {
    return rankHits(this.#hits, this.#limit);
  }
}
