/** Higher is better. Documents are numbered by age. */
export type SearchHit = { id: string; score: number; document: number };

/** Best first; equal scores by age, newest first, so that the same query gives the same order everywhere. */
export function compareHits(left: SearchHit, right: SearchHit): number {
  return right.score - left.score || right.document - left.document;
}

export function rankHits(hits: SearchHit[], limit: number): SearchHit[] {
  return hits.toSorted(compareHits).slice(0, limit);
}

/** A document found twice was once scored by some of its terms only. */
export function mergeHits(left: SearchHit[], right: SearchHit[], limit: number): SearchHit[] {
  const best = new Map(left.map((hit) => [hit.document, hit]));
  for (const hit of right) {
    const known = best.get(hit.document);
    if (known === undefined || known.score < hit.score) best.set(hit.document, hit);
  }
  return rankHits([...best.values()], limit);
}

/** Keeps the best of many hits without sorting them all: a heap with the worst of them on top. */
export class BestHits {
  readonly #limit: number;
  readonly #heap: SearchHit[] = [];
  /** Once the heap is full, a hit with a lower score, or one that is not a number, need not be added. */
  threshold = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(id: string, score: number, document: number): void {
    const hit = { id, score, document };
    if (this.#heap.length < this.#limit) this.#rise(hit);
    else if (compareHits(hit, this.#heap[0]!) < 0) this.#sink(hit);
    if (this.#heap.length === this.#limit) this.threshold = this.#heap[0]!.score;
  }

  ranked(): SearchHit[] {
    return this.#heap.toSorted(compareHits);
  }

  #rise(hit: SearchHit): void {
    let place = this.#heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (compareHits(hit, this.#heap[above]!) <= 0) break;
      this.#heap[place] = this.#heap[above]!;
      place = above;
    }
    this.#heap[place] = hit;
  }

  /** In the place of the worst one. */
  #sink(hit: SearchHit): void {
    const { length } = this.#heap;
    let place = 0;
    for (let below = 1; below < length; below = 2 * place + 1) {
      const right = below + 1;
      const worse =
        right < length && compareHits(this.#heap[right]!, this.#heap[below]!) > 0 ? right : below;
      if (compareHits(hit, this.#heap[worse]!) >= 0) break;
      this.#heap[place] = this.#heap[worse]!;
      place = worse;
    }
    this.#heap[place] = hit;
  }
}
