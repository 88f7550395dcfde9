import { appendAtCommit, type Transaction } from "@faculties/storage";
import { inParts } from "../domain/in-parts.ts";
import { BuiltQuery } from "./built-query.ts";

type Statement = { toSQL(): { sql: string } };

/**
 * Inserts many rows. The query builder takes longer to put a large statement together than the database to run
 * it, so each text is built once and then used again with other values.
 */
export class BulkInsert<Row> {
  readonly #build: (tx: Transaction, rows: Row[]) => Statement;
  readonly #valuesOf: (row: Row) => unknown[];
  readonly #texts = new Map<number, string>();

  /** `valuesOf` gives the values as the database takes them, in the order of the statement's parameters. */
  constructor(
    build: (tx: Transaction, rows: Row[]) => Statement,
    valuesOf: (row: Row) => unknown[],
  ) {
    this.#build = build;
    this.#valuesOf = valuesOf;
  }

  async run(tx: Transaction, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#statements(tx, rows)) await tx.run(statement);
  }

  /** Likewise for a statement that returns something, as plain values. */
  async runReturning<Returned extends unknown[]>(
    tx: Transaction,
    rows: readonly Row[],
  ): Promise<Returned[]> {
    const returned: Returned[] = [];
    for (const statement of this.#statements(tx, rows))
      returned.push(...(await tx.values<Returned>(statement)));
    return returned;
  }

  /** When it is the transaction's turn in the order of commits. */
  async runInOrder(tx: Transaction, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#statements(tx, rows))
      await appendAtCommit(tx, (turn) => turn.run(statement));
  }

  /** Likewise for a statement that returns something, which is told. */
  async runInOrderReturning<Returned extends unknown[]>(
    tx: Transaction,
    rows: readonly Row[],
    tell: (returned: Returned[]) => void,
  ): Promise<void> {
    for (const statement of this.#statements(tx, rows))
      await appendAtCommit(tx, async (turn) => tell(await turn.values<Returned>(statement)));
  }

  *#statements(tx: Transaction, rows: readonly Row[]): Generator<BuiltQuery> {
    for (const part of inParts(rows))
      yield new BuiltQuery(this.#textFor(tx, part), part.flatMap(this.#valuesOf));
  }

  #textFor(tx: Transaction, rows: Row[]): string {
    const known = this.#texts.get(rows.length);
    if (known !== undefined) return known;
    const text = this.#build(tx, rows).toSQL().sql;
    this.#texts.set(rows.length, text);
    return text;
  }
}
