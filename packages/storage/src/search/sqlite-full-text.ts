import { sql, type SQL } from "drizzle-orm";
import type { Queries } from "../storage.ts";
import { BestHits } from "./best-hits.ts";
import { addTermScores, type TextTotals } from "./bm25.ts";
import { DocumentList } from "./document-list.ts";
import type { SearchHit } from "./search-hit.ts";
import { indexTerms } from "./searchable-text.ts";
import type { TermIndex } from "./term-index.ts";
import { variableIntegers } from "./variable-integers.ts";

const EFFORT = { small: 10_000, affordable: 50_000, few: 5_000 };
const TERMS_KEPT = 10_000;
/** Frequencies only steer the plan, so they may lag behind by this share of the documents. */
const STALE_AFTER = 0.02;

/** The tokenizer only has to split at spaces: terms are made before, the same for every engine. */
export function createSqliteFullText(name: string): string {
  return `create virtual table ${name}_text using fts5(body, content='', contentless_delete=1, tokenize='ascii')`;
}

/** Tells where each term occurs. */
export function createSqliteVocabulary(name: string): string {
  return `create virtual table ${name}_vocabulary using fts5vocab(${name}_text, instance)`;
}

type Match = { groups: string[][]; facets: readonly string[] | undefined; limit: number };

/** Full-text search by FTS5; `document` is its row number. */
export class SqliteFullText {
  readonly #text: SQL;
  readonly #figures: SQL;
  readonly #vocabulary: SQL;
  readonly #documents: SQL;
  readonly #list: DocumentList;
  readonly #frequencies = new Map<string, { size: number; frequency: number }>();

  constructor(name: string) {
    const table = (suffix: string) => sql`${sql.identifier(`${name}_${suffix}`)}`;
    this.#text = table("text");
    this.#figures = table("text_data");
    this.#vocabulary = table("vocabulary");
    this.#documents = table("documents");
    this.#list = new DocumentList(name);
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
      effort: EFFORT,
      frequency: (term) => this.#frequency(db, term, size),
      best: (groups, limit) => {
        const [terms = [], ...others] = groups;
        return others.length === 0
          ? this.#bestWithAny(db, terms, facets, limit)
          : this.#bestWithEach(db, { groups, facets, limit });
      },
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

  /** Scored here with the figures of FTS5, whose own function takes ten times as long. */
  async #bestWithAny(
    db: Queries,
    terms: readonly string[],
    facets: readonly string[] | undefined,
    limit: number,
  ): Promise<SearchHit[]> {
    await this.#list.refresh(db);
    const { ids, lengths } = this.#list;
    const totals = await this.#totals(db);
    const scores = new Float64Array(lengths.length);
    for (const term of terms)
      addTermScores(scores, await this.#occurrences(db, term), lengths, totals);
    const isWanted = this.#list.matcher(facets);
    const best = new BestHits(limit);
    for (let document = 0; document < scores.length; document += 1) {
      const score = scores[document]!;
      if (score > 0 && score >= best.threshold && isWanted(document))
        best.add(ids[document]!, score);
    }
    return best.ranked();
  }

  async #totals(db: Queries): Promise<TextTotals> {
    const row = await db.get<{ block: Uint8Array } | undefined>(
      sql`select block from ${this.#figures} where id = 1`,
    );
    const [documents = 0, terms = 0] = variableIntegers(row?.block);
    return { documents, terms };
  }

  async #occurrences(db: Queries, term: string): Promise<number[]> {
    const { documents } = await db.get<{ documents: string }>(
      sql`select json_group_array(doc) as documents from ${this.#vocabulary} where term = ${term}`,
    );
    return JSON.parse(documents) as number[];
  }

  async #bestWithEach(db: Queries, search: Match): Promise<SearchHit[]> {
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
