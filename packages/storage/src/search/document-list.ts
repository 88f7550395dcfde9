import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import { lastSequence } from "../sequences.ts";
import type { Transaction } from "../storage.ts";
import { FacetCodes, NO_FACET } from "./facet-codes.ts";
import { variableIntegers } from "./variable-integers.ts";

const PAGE = 20_000;
const FIRST_SIZE = 1_024;

type DocumentTables = { documents: SQL; sizes: SQL };

/** Of many documents with one facet: their numbers and ids as JSON, their lengths as digits of SQLite's own form. */
type Page = { facet: string | null; numbers: string; ids: string; lengths: string; change: number };

/**
 * Id, facet and length of every document by its number, kept in memory and brought up to date before each search by
 * reading only what has changed since, whoever changed it. It is for FTS5.
 */
export class DocumentList {
  readonly #tables: DocumentTables;
  readonly #changeSequence: string;
  readonly #facetCodes = new FacetCodes();
  #facets = new Uint16Array(FIRST_SIZE);
  #seen = 0;
  ids = Array.from({ length: FIRST_SIZE }, () => "");
  lengths = new Uint32Array(FIRST_SIZE);

  constructor(tables: DocumentTables, changeSequence: string) {
    this.#tables = tables;
    this.#changeSequence = changeSequence;
  }

  async refresh(tx: Transaction): Promise<void> {
    const latest = await lastSequence(tx, this.#changeSequence);
    // A lower number is another database in the place of the one that was read.
    if (latest < this.#seen) {
      this.#facets.fill(NO_FACET);
      this.#seen = 0;
    }
    // With a turn of the event loop between pages: a first reading may be long.
    while (this.#seen < latest && (await this.#readPage(tx))) await nextTurn();
    this.#seen = latest;
  }

  /** Whether a document is there and its facet is among the given ones, or any. */
  matcher(facets: readonly string[] | undefined): (document: number) => boolean {
    const wanted = this.#facetCodes.wanted(facets);
    return (document) => wanted[this.#facets[document]!] === 1;
  }

  async #readPage(tx: Transaction): Promise<boolean> {
    const pages = await tx.all<Page>(sql`
      select facet, json_group_array(document) as numbers, json_group_array(id) as ids,
        group_concat(hex(coalesce(sz, x'00')), '') as lengths, max(change) as change
      from (select d.facet, d.document, d.id, d.change, s.sz from ${this.#tables.documents} d
        left join ${this.#tables.sizes} s on s.id = d.document
        where d.change > ${this.#seen} order by d.change limit ${PAGE})
      group by facet`);
    for (const page of pages) {
      this.#take(page);
      this.#seen = Math.max(this.#seen, page.change);
    }
    return pages.length > 0;
  }

  #take(page: Page): void {
    const numbers = JSON.parse(page.numbers) as number[];
    const ids = JSON.parse(page.ids) as string[];
    const lengths = variableIntegers(Buffer.from(page.lengths, "hex"));
    const code = page.facet === null ? NO_FACET : this.#facetCodes.of(page.facet);
    this.#makeRoom(numbers.reduce((most, number) => Math.max(most, number), 0));
    for (const [place, number] of numbers.entries()) {
      this.#facets[number] = code;
      this.ids[number] = ids[place]!;
      this.lengths[number] = lengths[place]!;
    }
  }

  #makeRoom(largest: number): void {
    if (largest < this.lengths.length) return;
    const size = Math.max(largest + 1, this.lengths.length * 2);
    const lengths = new Uint32Array(size);
    const facets = new Uint16Array(size);
    lengths.set(this.lengths);
    facets.set(this.#facets);
    this.ids = Array.from({ length: size }, (_, number) => this.ids[number] ?? "");
    this.lengths = lengths;
    this.#facets = facets;
  }
}
