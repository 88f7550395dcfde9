import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "../storage.ts";
import { BestHits } from "./best-hits.ts";
import { addTermScores, type TextTotals } from "./bm25.ts";
import type { DocumentList } from "./document-list.ts";
import type { SearchHit } from "./search-hit.ts";
import type { SqliteTextTables } from "./sqlite-text-tables.ts";
import type { TermIndex } from "./term-index.ts";
import { variableIntegers } from "./variable-integers.ts";

/** The terms in FTS5 as one search sees them. */
export class SqliteTermIndex implements TermIndex {
  readonly effort = { small: 10_000, affordable: 50_000, few: 5_000 };
  readonly size: number;
  readonly #tx: Transaction;
  readonly #tables: SqliteTextTables;
  readonly #list: DocumentList;
  readonly #facets: readonly string[] | undefined;

  constructor(
    tx: Transaction,
    tables: SqliteTextTables,
    list: DocumentList,
    facets: readonly string[] | undefined,
    size: number,
  ) {
    this.#tx = tx;
    this.#tables = tables;
    this.#list = list;
    this.#facets = facets;
    this.size = size;
  }

  async frequency(term: string): Promise<number> {
    const { text } = this.#tables;
    const { frequency } = await this.#tx.get<{ frequency: number }>(
      sql`select count(*) as frequency from ${text} where ${text} match ${quote(term)}`,
    );
    return frequency;
  }

  async best(groups: string[][], limit: number): Promise<SearchHit[]> {
    const [terms = [], ...others] = groups;
    return others.length === 0 ? this.#bestOfAny(terms, limit) : this.#bestOfAll(groups, limit);
  }

  async newest(groups: string[][], limit: number): Promise<SearchHit[]> {
    return this.#tx.all<SearchHit>(sql`
      select d.id as id, 0.0 as score ${this.#matching(groups)}
      order by ${this.#tables.text}.rowid desc limit ${limit}`);
  }

  /** Scored here with the figures of FTS5, whose own function takes ten times as long. */
  async #bestOfAny(terms: readonly string[], limit: number): Promise<SearchHit[]> {
    await this.#list.refresh(this.#tx);
    const { ids, lengths } = this.#list;
    const totals = await this.#totals();
    const scores = new Float64Array(lengths.length);
    for (const term of terms) addTermScores(scores, await this.#occurrences(term), lengths, totals);
    const isWanted = this.#list.matcher(this.#facets);
    const best = new BestHits(limit);
    for (let document = 0; document < scores.length; document += 1) {
      const score = scores[document]!;
      if (score > 0 && score >= best.threshold && isWanted(document))
        best.add(ids[document]!, score);
    }
    return best.ranked();
  }

  async #bestOfAll(groups: string[][], limit: number): Promise<SearchHit[]> {
    return this.#tx.all<SearchHit>(sql`
      select d.id as id, -bm25(${this.#tables.text}) as score ${this.#matching(groups)}
      order by score desc, d.id limit ${limit}`);
  }

  async #totals(): Promise<TextTotals> {
    const [row] = await this.#tx.all<{ block: Uint8Array }>(
      sql`select block from ${this.#tables.figures} where id = 1`,
    );
    const [documents = 0, terms = 0] = variableIntegers(row?.block);
    return { documents, terms };
  }

  async #occurrences(term: string): Promise<number[]> {
    const { documents } = await this.#tx.get<{ documents: string }>(
      sql`select json_group_array(doc) as documents from ${this.#tables.vocabulary} where term = ${term}`,
    );
    return JSON.parse(documents) as number[];
  }

  /** The cross join keeps the match as the outer loop, so that only documents with the facet are scored. */
  #matching(groups: string[][]): SQL {
    const { text, documents } = this.#tables;
    const match = groups.map((terms) => `(${terms.map(quote).join(" OR ")})`).join(" AND ");
    const facets = this.#facets;
    return sql`
      from ${text} cross join ${documents} d on d.document = ${text}.rowid
      where ${text} match ${match} ${facets === undefined ? sql`` : sql`and d.facet in ${facets}`}`;
  }
}

/** A string of FTS5, in which nothing is an operator. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
