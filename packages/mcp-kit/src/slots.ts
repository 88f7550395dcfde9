/**
 * What is under way, in no order. A `Set` would do, but V8 replaces its table again and again, and a dead table that
 * has grown old keeps all that were in later ones alive until the next full collection.
 */
export class Slots<Item> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  /** Returns the slot, by which the item is taken out. */
  put(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  empty(slot: number): void {
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  items(): Item[] {
    return this.#items.filter((item) => item !== undefined);
  }
}
