import { setImmediate as nextTurn } from "node:timers/promises";
import { lastSequence, sql, type SQL, type Transaction } from "@faculties/storage";

const PAGE = 20_000;
const FIRST_SIZE = 1_024;

type DocumentTables = { documents: SQL; lengths: SQL };

/** Numbers, ids and lengths of many documents with one facet, as JSON. */
type Page = { facet: string | null; numbers: string; ids: string; lengths: string; change: number };

/** Stands for no facet at all. */
export const NO_FACET = 0;

/** Facets as small numbers. */
export class FacetCodes {
  readonly #codes = new Map<string, number>();

  of(facet: string): number {
    const code = this.#codes.get(facet) ?? this.#codes.size + 1;
    this.#codes.set(facet, code);
    return code;
  }

  /** Has 1 at the codes of the given facets, or of all. */
  wanted(facets: readonly string[] | undefined): Uint8Array {
    const wanted = new Uint8Array(this.#codes.size + 1);
    for (const [facet, code] of this.#codes)
      if (facets === undefined || facets.includes(facet)) wanted[code] = 1;
    return wanted;
  }
}

/**
 * Id, facet and length of every document by its number, kept in memory for FTS5. Before each search it reads only the
 * changes since the last one, made by any process.
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

  /** Returns the number of the latest change. */
  async refresh(tx: Transaction): Promise<number> {
    const latest = await lastSequence(tx, this.#changeSequence);
    // A lower number is another database in the place of the one that was read.
    if (latest < this.#seen) {
      this.#facets.fill(NO_FACET);
      this.#seen = 0;
    }
    // With a turn of the event loop between pages: a first reading may be long.
    while (this.#seen < latest && (await this.#readPage(tx))) await nextTurn();
    this.#seen = latest;
    return latest;
  }

  /** Whether a document is there and its facet is among the given ones, or any. */
  matcher(facets: readonly string[] | undefined): (document: number) => boolean {
    const wanted = this.#facetCodes.wanted(facets);
    return (document) => wanted[this.#facets[document]!] === 1;
  }

  async #readPage(tx: Transaction): Promise<boolean> {
    const pages = await tx.all<Page>(sql`
      select facet, json_group_array(document) as numbers, json_group_array(id) as ids,
        json_group_array(coalesce(length, 0)) as lengths, max(change) as change
      from (select d.facet, d.document, d.id, d.change, l.length from ${this.#tables.documents} d
        left join ${this.#tables.lengths} l on l.document = d.document
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
    const lengths = JSON.parse(page.lengths) as number[];
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
