import { appendAtCommit } from "./transaction.ts";
import type { BuiltStatement, Engine, Transaction } from "./storage.ts";

type Buildable = { toSQL(): { sql: string } };
type Build<Given extends readonly unknown[]> = (tx: Transaction, ...given: Given) => Buildable;

/**
 * A statement that is run all the time: the query builder takes longer to write it than the database to run it, so its
 * text is built once per engine and used again with other values. The builder must be given every value that differs
 * between calls, in the order of the parameters.
 */
export class PreparedQuery<Parameters extends readonly unknown[], Row extends unknown[]> {
  readonly #texts = new TextCache();
  readonly #build: Build<Parameters>;

  constructor(build: Build<Parameters>) {
    this.#build = build;
  }

  /** The rows as plain values, in the order of the selected or returned columns. */
  rows(tx: Transaction, ...parameters: Parameters): Promise<Row[]> {
    const text = this.#texts.of(tx.engine, 1, () => this.#build(tx, ...parameters));
    return tx.values<Row>({ sql: text, params: [...parameters] });
  }
}

/** Inserts many rows by a few statements, each of which is built once per engine. */
export class PreparedInsert<Row> {
  readonly #texts = new TextCache();
  readonly #build: Build<[rows: Row[]]>;
  readonly #valuesOf: (row: Row) => unknown[];

  /** `valuesOf` gives the values as the database takes them, in the order of the statement's parameters. */
  constructor(build: Build<[rows: Row[]]>, valuesOf: (row: Row) => unknown[]) {
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

  /** By `appendAtCommit`. */
  async runAtCommit(tx: Transaction, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#statements(tx, rows))
      await appendAtCommit(tx, (turn) => turn.run(statement));
  }

  /** By `appendAtCommit`; calls `tell` with the rows that the statement returns. */
  async runAtCommitReturning<Returned extends unknown[]>(
    tx: Transaction,
    rows: readonly Row[],
    tell: (returned: Returned[]) => void,
  ): Promise<void> {
    for (const statement of this.#statements(tx, rows))
      await appendAtCommit(tx, async (turn) => tell(await turn.values<Returned>(statement)));
  }

  *#statements(tx: Transaction, rows: readonly Row[]): Generator<BuiltStatement> {
    for (const part of inParts(rows)) {
      const text = this.#texts.of(tx.engine, part.length, () => this.#build(tx, part));
      yield { sql: text, params: part.flatMap(this.#valuesOf) };
    }
  }
}

/** The engines write placeholders differently. */
class TextCache {
  readonly #texts = { sqlite: new Map<number, string>(), postgres: new Map<number, string>() };

  of(engine: Engine, rows: number, build: () => Buildable): string {
    const texts = this.#texts[engine];
    const text = texts.get(rows) ?? build().toSQL().sql;
    texts.set(rows, text);
    return text;
  }
}

const SIZES = [64, 16, 4, 1];

/**
 * Cuts rows into parts for one insert each. Few different sizes, so that the database meets the same few statements
 * again and again, and none has more parameters than it allows.
 */
export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  let start = 0;
  for (const size of SIZES)
    while (items.length - start >= size) {
      yield items.slice(start, start + size);
      start += size;
    }
}
