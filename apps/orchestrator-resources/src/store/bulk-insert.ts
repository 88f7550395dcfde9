import type { Queries } from "@faculties/storage";
import { inParts } from "../domain/in-parts.ts";
import { BuiltQuery } from "./built-query.ts";

type Statement = { toSQL(): { sql: string } };

/**
 * Inserts many rows. The query builder takes longer to put a large statement together than the database to run
 * it, so each text is built once and then used again with other values.
 */
export class BulkInsert<Row> {
  readonly #build: (db: Queries, rows: Row[]) => Statement;
  readonly #valuesOf: (row: Row) => unknown[];
  readonly #texts = new Map<number, string>();

  /** `valuesOf` gives the values as the database takes them, in the order of the table's columns. */
  constructor(build: (db: Queries, rows: Row[]) => Statement, valuesOf: (row: Row) => unknown[]) {
    this.#build = build;
    this.#valuesOf = valuesOf;
  }

  async run(db: Queries, rows: readonly Row[]): Promise<void> {
    for (const part of inParts(rows))
      await db.run(new BuiltQuery(this.#textFor(db, part), part.flatMap(this.#valuesOf)));
  }

  /** For a statement that returns something: what it returned, as plain values. */
  async runReturning<Returned extends unknown[]>(
    db: Queries,
    rows: readonly Row[],
  ): Promise<Returned[]> {
    const returned: Returned[] = [];
    for (const part of inParts(rows)) {
      const query = new BuiltQuery(this.#textFor(db, part), part.flatMap(this.#valuesOf));
      returned.push(...(await db.values<Returned>(query)));
    }
    return returned;
  }

  #textFor(db: Queries, rows: Row[]): string {
    const known = this.#texts.get(rows.length);
    if (known !== undefined) return known;
    const text = this.#build(db, rows).toSQL().sql;
    this.#texts.set(rows.length, text);
    return text;
  }
}
