import { seededRandom } from "@faculties/testkit";

/** Choices that a seed repeats. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** A whole number from 0, less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}
