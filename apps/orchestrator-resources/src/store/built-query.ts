import { SQL } from "drizzle-orm";
import type { Transaction } from "@faculties/storage";

/** A query whose text is known already: nothing is left to build. */
export class BuiltQuery extends SQL {
  readonly #query: { sql: string; params: unknown[] };

  constructor(text: string, params: unknown[]) {
    super([]);
    this.#query = { sql: text, params };
  }

  override toQuery(): { sql: string; params: unknown[] } {
    return this.#query;
  }
}

/**
 * A query that is asked for all the time: built once, with the given values in the place of those it was built
 * with. The builder must be handed every value that differs between calls, in the order of the parameters.
 */
export class FrequentQuery<Parameters extends readonly unknown[], Row extends unknown[]> {
  readonly #build: (tx: Transaction, ...parameters: Parameters) => { toSQL(): { sql: string } };
  #text: string | undefined;

  constructor(build: (tx: Transaction, ...parameters: Parameters) => { toSQL(): { sql: string } }) {
    this.#build = build;
  }

  /** The rows as plain values, in the order of the selected or returned columns. */
  rows(tx: Transaction, ...parameters: Parameters): PromiseLike<Row[]> {
    this.#text ??= this.#build(tx, ...parameters).toSQL().sql;
    return tx.values<Row>(new BuiltQuery(this.#text, [...parameters]));
  }
}
