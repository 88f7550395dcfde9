import { sql, type SQL, type Transaction } from "@faculties/storage";
import {
  addTermScores,
  countDocuments,
  inverseFrequency,
  termGain,
  type TextTotals,
  timesIn,
} from "./bm25.ts";
import { DocumentList } from "./document-list.ts";
import type { FullText } from "./documents.ts";
import { BestHits, type SearchHit } from "./hits.ts";
import { indexTerms, type SearchedText } from "./searchable-text.ts";
import type { TermIndex, TermRange } from "./term-index.ts";

/** The tokenizer only has to split at spaces: terms are made before, the same for every engine. */
export function createSqliteFullText(name: string): string {
  return `create virtual table ${name}_text using fts5(body, content='', contentless_delete=1, tokenize='ascii')`;
}

/** Tells where each term occurs. */
export function createSqliteVocabulary(name: string): string {
  return `create virtual table ${name}_vocabulary using fts5vocab(${name}_text, instance)`;
}

/** Tells which terms there are. */
export function createSqliteTerms(name: string): string {
  return `create virtual table ${name}_wordlist using fts5vocab(${name}_text, row)`;
}

/** The length of each document in terms, and how many documents and terms there are. */
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
    terms: table("wordlist"),
    lengths: table("lengths"),
    totals: table("totals"),
    documents: table("documents"),
  };
}

/** Most numbers of documents that are kept from one search for the next. */
const MOST_KEPT = 4_000_000;

/** Where terms occur, as long as nothing has changed. */
class KnownOccurrences {
  readonly #found = new Map<string, Promise<number[]>>();
  #change = 0;
  #size = 0;

  at(change: number): this {
    if (change !== this.#change || this.#size > MOST_KEPT) {
      this.#found.clear();
      this.#size = 0;
      this.#change = change;
    }
    return this;
  }

  get(term: string, read: () => Promise<number[]>): Promise<number[]> {
    const known = this.#found.get(term) ?? this.#read(term, read);
    this.#found.set(term, known);
    return known;
  }

  async #read(term: string, read: () => Promise<number[]>): Promise<number[]> {
    try {
      const occurrences = await read();
      this.#size += occurrences.length;
      return occurrences;
    } catch (error) {
      this.#found.delete(term);
      throw error;
    }
  }
}

/** Full-text search by FTS5, which finds where terms occur; `document` is its row number. */
export class SqliteFullText implements FullText {
  readonly #name: string;
  readonly #tables: SqliteTextTables;
  readonly #list: DocumentList;
  readonly #known = new KnownOccurrences();

  constructor(name: string) {
    this.#name = name;
    this.#tables = sqliteTextTables(name);
    this.#list = new DocumentList(this.#tables, `${name}_changes`);
  }

  /** Written out, because every write waits for it and rendering a template takes longer than running it. */
  async add(tx: Transaction, document: number, text: SearchedText): Promise<void> {
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
    const { text, lengths, totals } = this.#tables;
    await tx.run(sql`delete from ${text} where rowid = ${document}`);
    await tx.run(sql`update ${totals} set documents = max(0, documents - 1), terms = max(0, terms - coalesce(
      (select length from ${lengths} where document = ${document}), 0))`);
    await tx.run(sql`delete from ${lengths} where document = ${document}`);
  }

  async terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex> {
    const { totals, documents } = this.#tables;
    const change = await this.#list.refresh(tx);
    const { size, ...rest } = await tx.get<TextTotals & { size: number | null }>(
      sql`select (select max(document) from ${documents}) as size, documents, terms from ${totals}`,
    );
    return new SqliteTermIndex({
      tx,
      tables: this.#tables,
      list: this.#list,
      known: this.#known.at(change),
      facets,
      size: size ?? 0,
      totals: rest,
    });
  }
}

type Parts = {
  tx: Transaction;
  tables: SqliteTextTables;
  list: DocumentList;
  known: KnownOccurrences;
  facets: readonly string[] | undefined;
  size: number;
  totals: TextTotals;
};

/** The terms in FTS5 as one search sees them. */
class SqliteTermIndex implements TermIndex {
  readonly budget = { fullScanDocs: 10_000, scoredDocs: 50_000, rareDocs: 5_000 };
  readonly size: number;
  readonly totals: TextTotals;
  readonly #parts: Parts;
  readonly #frequencies = new Map<string, number>();

  constructor(parts: Parts) {
    this.size = parts.size;
    this.totals = parts.totals;
    this.#parts = parts;
  }

  async frequency(term: string): Promise<number> {
    const known = this.#frequencies.get(term);
    if (known !== undefined) return known;
    const found =
      this.size <= this.budget.fullScanDocs
        ? countDocuments(await this.#occurrences(term))
        : await this.#count(term);
    this.#frequencies.set(term, found);
    return found;
  }

  async #count(term: string): Promise<number> {
    const { tx, tables } = this.#parts;
    const { frequency } = await tx.get<{ frequency: number }>(
      sql`select count(*) as frequency from ${tables.text} where ${tables.text} match ${quote(term)}`,
    );
    return frequency;
  }

  /** Scored here: FTS5's own function is slower, and not every version of SQLite counts documents alike. */
  async best(groups: string[][], limit: number): Promise<SearchHit[]> {
    const { list, facets } = this.#parts;
    const { ids, lengths } = list;
    const scores = new Float64Array(lengths.length);
    const matched = new Uint8Array(lengths.length);
    for (const [place, terms] of groups.entries()) {
      for (const term of terms) {
        const occurrences = await this.#occurrences(term);
        addTermScores(scores, occurrences, lengths, this.totals);
        for (const document of occurrences)
          if (matched[document] === place) matched[document] = place + 1;
      }
    }
    const isWanted = list.matcher(facets);
    const best = new BestHits(limit);
    for (let document = 0; document < scores.length; document += 1) {
      const score = scores[document]!;
      if (matched[document] !== groups.length || score < best.threshold) continue;
      if (isWanted(document)) best.add(ids[document]!, score, document);
    }
    return best.ranked();
  }

  /** In a large index without the terms that are too common to be read; they add next to nothing. */
  async score(terms: readonly string[], ids: readonly string[]): Promise<Map<string, number>> {
    const { tx, tables, list } = this.#parts;
    const scores = new Map<string, number>();
    if (ids.length === 0 || terms.length === 0) return scores;
    const rows = await tx.all<{ id: string; document: number }>(
      sql`select id, document from ${tables.documents} where id in ${[...ids]}`,
    );
    const affordable = await this.#affordable(terms);
    for (const term of affordable) {
      const occurrences = await this.#occurrences(term);
      const weight = inverseFrequency(this.totals.documents, await this.frequency(term));
      for (const { id, document } of rows) {
        const times = timesIn(occurrences, document);
        if (times === 0) continue;
        const gain = termGain(times, list.lengths[document]!, this.totals);
        scores.set(id, (scores.get(id) ?? 0) + weight * gain);
      }
    }
    return scores;
  }

  async #affordable(terms: readonly string[]): Promise<readonly string[]> {
    if (this.size <= this.budget.fullScanDocs) return terms;
    const weighed = [];
    for (const term of terms) weighed.push({ term, frequency: await this.frequency(term) });
    let rest = this.budget.scoredDocs;
    return weighed
      .toSorted((left, right) => left.frequency - right.frequency)
      .filter(({ frequency }) => (rest -= frequency) >= 0)
      .map(({ term }) => term);
  }

  async newest(groups: string[][], limit: number): Promise<SearchHit[]> {
    const { tx, tables } = this.#parts;
    return tx.all<SearchHit>(sql`
      select d.id as id, 0.0 as score, d.document as document ${this.#matching(groups)}
      order by ${tables.text}.rowid desc limit ${limit}`);
  }

  async similar({ start, shortest, longest }: TermRange): Promise<string[]> {
    const { tx, tables } = this.#parts;
    const rows = await tx.all<{ term: string }>(sql`select term from ${tables.terms}
      where term >= ${start} and term < ${`${start}\u{10FFFF}`} and length(term) between ${shortest} and ${longest}`);
    return rows.map(({ term }) => term);
  }

  #occurrences(term: string): Promise<number[]> {
    return this.#parts.known.get(term, () => this.#readOccurrences(term));
  }

  async #readOccurrences(term: string): Promise<number[]> {
    const { tx, tables } = this.#parts;
    const { documents } = await tx.get<{ documents: string }>(
      sql`select json_group_array(doc) as documents from ${tables.vocabulary} where term = ${term}`,
    );
    return JSON.parse(documents) as number[];
  }

  /** The cross join keeps the match as the outer loop, so that only documents that match are looked up. */
  #matching(groups: string[][]): SQL {
    const { tables, facets } = this.#parts;
    const { text, documents } = tables;
    const match = groups.map((terms) => `(${terms.map(quote).join(" OR ")})`).join(" AND ");
    return sql`
      from ${text} cross join ${documents} d on d.document = ${text}.rowid
      where ${text} match ${match} ${facets === undefined ? sql`` : sql`and d.facet in ${[...facets]}`}`;
  }
}

/** A string of FTS5, in which nothing is an operator. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
