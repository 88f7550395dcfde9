import type { Source } from "./http-source.ts";

const SMALL_DIVISOR = 64;
const RESERVE_DIVISOR = 8;

export type ShareLimits = { most: number; each: number };

/** Why there is no place: the source has its share, or everything is in use. */
export type Full = "share" | "total";

/**
 * Places of which no source gets more than its share. The last eighth of them is for sources that hold next to nothing, so
 * that several greedy sources together cannot lock out the others either.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** How many places a source may hold. */
  limitOf({ isCrowd }: Source): number {
    return isCrowd ? this.#limits.most : this.#limits.each;
  }

  /** Takes a place; the function that is returned gives it back, once. */
  take(source: Source): (() => void) | Full {
    const { most } = this.#limits;
    const held = this.#held.get(source.key) ?? 0;
    if (held >= this.limitOf(source)) return "share";
    const small = Math.max(1, Math.floor(most / SMALL_DIVISOR));
    const reserve = Math.floor(most / RESERVE_DIVISOR);
    if (this.#total >= (held < small ? most : most - reserve)) return "total";
    this.#add(source.key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(source.key, -1);
      isHeld = false;
    };
  }

  #add(key: string, count: number): void {
    this.#total += count;
    const held = (this.#held.get(key) ?? 0) + count;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}
