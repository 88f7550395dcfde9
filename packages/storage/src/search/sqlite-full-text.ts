import { sql, type SQL } from "drizzle-orm";
import type { Queries } from "../storage.ts";
import type { SearchHit } from "./search-hit.ts";
import { indexTerms } from "./searchable-text.ts";
import type { TermIndex } from "./term-index.ts";

const TERMS_KEPT = 10_000;
/** Frequencies only steer the plan, so they may lag behind by this share of the documents. */
const STALE_AFTER = 0.02;

/** The tokenizer only has to split at spaces: terms are made before, the same for every engine. */
export function createSqliteFullText(name: string): string {
  return `create virtual table ${name}_text using fts5(body, content='', contentless_delete=1, tokenize='ascii')`;
}

type Match = { groups: string[][]; facets: readonly string[] | undefined; limit: number };

/** Full-text search by FTS5; `document` is its row number. */
export class SqliteFullText {
  readonly #text: SQL;
  readonly #documents: SQL;
  readonly #frequencies = new Map<string, { size: number; frequency: number }>();

  constructor(name: string) {
    this.#text = sql`${sql.identifier(`${name}_text`)}`;
    this.#documents = sql`${sql.identifier(`${name}_documents`)}`;
  }

  async add(db: Queries, document: number, text: string): Promise<void> {
    const body = indexTerms(text).join(" ");
    await db.run(sql`insert into ${this.#text} (rowid, body) values (${document}, ${body})`);
  }

  async remove(db: Queries, document: number): Promise<void> {
    await db.run(sql`delete from ${this.#text} where rowid = ${document}`);
  }

  async terms(db: Queries, facets: readonly string[] | undefined): Promise<TermIndex> {
    const size = await this.#size(db);
    return {
      size,
      frequency: (term) => this.#frequency(db, term, size),
      best: (groups, limit) => this.#best(db, { groups, facets, limit }),
      newest: (groups, limit) => this.#newest(db, { groups, facets, limit }),
    };
  }

  async #size(db: Queries): Promise<number> {
    const row = await db.get<{ size: number | null }>(
      sql`select max(document) as size from ${this.#documents}`,
    );
    return row.size ?? 0;
  }

  async #frequency(db: Queries, term: string, size: number): Promise<number> {
    const known = this.#frequencies.get(term);
    if (known !== undefined && size - known.size <= size * STALE_AFTER) return known.frequency;
    const { frequency } = await db.get<{ frequency: number }>(
      sql`select count(*) as frequency from ${this.#text} where ${this.#text} match ${quote(term)}`,
    );
    if (this.#frequencies.size >= TERMS_KEPT) this.#frequencies.clear();
    this.#frequencies.set(term, { size, frequency });
    return frequency;
  }

  async #best(db: Queries, search: Match): Promise<SearchHit[]> {
    return db.all<SearchHit>(sql`
      select d.id as id, -bm25(${this.#text}) as score ${this.#from(search)}
      order by score desc, d.id limit ${search.limit}`);
  }

  async #newest(db: Queries, search: Match): Promise<SearchHit[]> {
    return db.all<SearchHit>(sql`
      select d.id as id, 0.0 as score ${this.#from(search)}
      order by ${this.#text}.rowid desc limit ${search.limit}`);
  }

  /** The cross join keeps the match as the outer loop, so that only documents with the facet are scored. */
  #from({ groups, facets }: Match): SQL {
    const match = groups.map((terms) => `(${terms.map(quote).join(" OR ")})`).join(" AND ");
    return sql`
      from ${this.#text} cross join ${this.#documents} d on d.document = ${this.#text}.rowid
      where ${this.#text} match ${match} ${facets === undefined ? sql`` : sql`and d.facet in ${facets}`}`;
  }
}

/** A string of FTS5, in which nothing is an operator. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
