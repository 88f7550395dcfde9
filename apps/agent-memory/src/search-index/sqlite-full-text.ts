import { sql, type SQL, type Transaction } from "@faculties/storage";
import { addTermScores, type TextTotals } from "./bm25.ts";
import { DocumentList } from "./document-list.ts";
import type { FullText } from "./documents.ts";
import { BestHits, type SearchHit } from "./hits.ts";
import { indexTerms } from "./searchable-text.ts";
import type { TermIndex } from "./term-index.ts";

/** The tokenizer only has to split at spaces: terms are made before, the same for every engine. */
export function createSqliteFullText(name: string): string {
  return `create virtual table ${name}_text using fts5(body, content='', contentless_delete=1, tokenize='ascii')`;
}

/** Tells where each term occurs. */
export function createSqliteVocabulary(name: string): string {
  return `create virtual table ${name}_vocabulary using fts5vocab(${name}_text, instance)`;
}

/** The length of each document in terms, and how many documents and terms were added. */
export function createSqliteTotals(name: string): string[] {
  return [
    `create table ${name}_lengths (document integer not null primary key, length bigint not null)`,
    `insert into ${name}_lengths select document, 0 from ${name}_documents where facet is not null`,
    `insert or replace into ${name}_lengths select doc, count(*) from ${name}_vocabulary group by doc`,
    `create table ${name}_totals (documents bigint not null, terms bigint not null)`,
    `insert into ${name}_totals select count(*), coalesce(sum(length), 0) from ${name}_lengths`,
  ];
}

type SqliteTextTables = ReturnType<typeof sqliteTextTables>;

function sqliteTextTables(name: string) {
  const table = (suffix: string) => sql`${sql.identifier(`${name}_${suffix}`)}`;
  return {
    text: table("text"),
    vocabulary: table("vocabulary"),
    lengths: table("lengths"),
    totals: table("totals"),
    documents: table("documents"),
  };
}

/** Full-text search by FTS5, which finds where terms occur; `document` is its row number. */
export class SqliteFullText implements FullText {
  readonly #name: string;
  readonly #tables: SqliteTextTables;
  readonly #list: DocumentList;

  constructor(name: string) {
    this.#name = name;
    this.#tables = sqliteTextTables(name);
    this.#list = new DocumentList(this.#tables, `${name}_changes`);
  }

  /** Written out, because every write waits for it and rendering a template takes longer than running it. */
  async add(tx: Transaction, document: number, text: string): Promise<void> {
    const terms = indexTerms(text);
    const name = this.#name;
    await tx.run({
      sql: `insert into ${name}_text (rowid, body) values (?, ?)`,
      params: [document, terms.join(" ")],
    });
    await tx.run({
      sql: `insert into ${name}_lengths (document, length) values (?, ?)`,
      params: [document, terms.length],
    });
    await tx.run({
      sql: `update ${name}_totals set documents = documents + 1, terms = terms + ?`,
      params: [terms.length],
    });
  }

  async remove(tx: Transaction, document: number): Promise<void> {
    await tx.run(sql`delete from ${this.#tables.text} where rowid = ${document}`);
    await tx.run(sql`delete from ${this.#tables.lengths} where document = ${document}`);
  }

  async terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex> {
    const { size } = await tx.get<{ size: number | null }>(
      sql`select max(document) as size from ${this.#tables.documents}`,
    );
    return new SqliteTermIndex(tx, this.#tables, this.#list, facets, size ?? 0);
  }
}

/** The terms in FTS5 as one search sees them. */
class SqliteTermIndex implements TermIndex {
  readonly budget = { fullScanDocs: 10_000, scoredDocs: 50_000, rareDocs: 5_000 };
  readonly size: number;
  readonly #tx: Transaction;
  readonly #tables: SqliteTextTables;
  readonly #list: DocumentList;
  readonly #facets: readonly string[] | undefined;
  readonly #found = new Map<string, Promise<number[]>>();

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

  /** Scored here: FTS5's own function is slower, and not every version of SQLite counts documents alike. */
  async best(groups: string[][], limit: number): Promise<SearchHit[]> {
    await this.#list.refresh(this.#tx);
    const { ids, lengths } = this.#list;
    const totals = await this.#tx.get<TextTotals>(
      sql`select documents, terms from ${this.#tables.totals}`,
    );
    const scores = new Float64Array(lengths.length);
    const matched = new Uint8Array(lengths.length);
    for (const [place, terms] of groups.entries()) {
      for (const term of terms) {
        const occurrences = await this.#occurrences(term);
        addTermScores(scores, occurrences, lengths, totals);
        for (const document of occurrences)
          if (matched[document] === place) matched[document] = place + 1;
      }
    }
    const isWanted = this.#list.matcher(this.#facets);
    const best = new BestHits(limit);
    for (let document = 0; document < scores.length; document += 1) {
      const score = scores[document]!;
      if (matched[document] !== groups.length || score < best.threshold) continue;
      if (isWanted(document)) best.add(ids[document]!, score);
    }
    return best.ranked();
  }

  async newest(groups: string[][], limit: number): Promise<SearchHit[]> {
    return this.#tx.all<SearchHit>(sql`
      select d.id as id, 0.0 as score ${this.#matching(groups)}
      order by ${this.#tables.text}.rowid desc limit ${limit}`);
  }

  #occurrences(term: string): Promise<number[]> {
    const known = this.#found.get(term) ?? this.#readOccurrences(term);
    this.#found.set(term, known);
    return known;
  }

  async #readOccurrences(term: string): Promise<number[]> {
    const { documents } = await this.#tx.get<{ documents: string }>(
      sql`select json_group_array(doc) as documents from ${this.#tables.vocabulary} where term = ${term}`,
    );
    return JSON.parse(documents) as number[];
  }

  /** The cross join keeps the match as the outer loop, so that only documents that match are looked up. */
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
