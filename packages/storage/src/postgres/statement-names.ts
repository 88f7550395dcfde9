const NAMES = 256;
const TEXTS_WATCHED = 1_024;

/** Gives a name to a statement that is used again, so that the database prepares it once per connection. */
export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= NAMES) return known;
    if (this.#seenOnce.delete(sql)) {
      const name = `${this.#prefix}_${this.#names.size}`;
      this.#names.set(sql, name);
      return name;
    }
    if (this.#seenOnce.size >= TEXTS_WATCHED) this.#seenOnce.clear();
    this.#seenOnce.add(sql);
    return undefined;
  }
}
