import { appendAtCommit, sql, type SQL, type Transaction } from "@faculties/storage";
import { GAIN, inverseFrequency, type TextTotals } from "./bm25.ts";
import type { FullText, NewDocument } from "./documents.ts";
import { indexTerms, type SearchedText } from "./searchable-text.ts";
import type { SearchHit } from "./hits.ts";
import type { SearchTables } from "./search-tables.ts";
import type { TermIndex, TermRange } from "./term-index.ts";

/**
 * A document's terms, how often those occur that occur more than once, and its length in terms; for each term the
 * number of documents that have it; and, as FTS5 counts, the documents and terms that were ever added.
 */
export function createPostgresFullText(name: string): string[] {
  return [
    `create table ${name}_text (document bigint not null primary key, terms tsvector not null, repeated jsonb,
      length bigint not null)`,
    `create index ${name}_text_terms on ${name}_text using gin (terms)`,
    `create table ${name}_terms (term text not null primary key, documents bigint not null) with (fillfactor = 70)`,
    `create table ${name}_totals (documents bigint not null, terms bigint not null)`,
    `insert into ${name}_totals (documents, terms) values (0, 0)`,
  ];
}

const BUDGET = { fullScanDocs: 10_000, scoredDocs: 10_000, rareDocs: 5_000 };

/**
 * For the rest of the transaction: a plan for the words at hand, because one for any words suits neither rare nor common
 * ones; and one for pages that are in memory, because otherwise texts are read through instead of looked up.
 */
const PLANNING = sql`set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('random_page_cost', '1.1', true)`;

type Scoring = {
  terms: readonly string[];
  ids: readonly string[];
  totals: TextTotals;
  known: ReadonlyMap<string, number>;
};
type Totals = TextTotals & { size: number | null };
type Match = {
  groups: string[][];
  facets: readonly string[] | undefined;
  /** Only documents with a higher number. */
  after?: number;
  limit: number;
};

/** Full-text search by tsvector and GIN, scored by BM25 with the same figures as FTS5. */
export class PostgresFullText implements FullText {
  readonly #text: SQL;
  readonly #terms: SQL;
  readonly #totals: SQL;
  readonly #documents: SQL;

  constructor(name: string) {
    const table = (suffix: string) => sql`${sql.identifier(`${name}_${suffix}`)}`;
    this.#text = table("text");
    this.#terms = table("terms");
    this.#totals = table("totals");
    this.#documents = table("documents");
  }

  async add(tx: Transaction, document: number, text: SearchedText): Promise<void> {
    const given = sql`with given as (select ${document}::bigint as document)`;
    await tx.run(sql`${given}, ${this.#indexing(text)}`);
  }

  /** In one statement, because every write waits for it, and writers for each other. */
  async addDocument(tx: Transaction, tables: SearchTables, added: NewDocument): Promise<void> {
    const { id, facet, digest } = added;
    const { changeSequence, documentSequence } = tables;
    const number = (name: string) => sql`(select value from numbers where name = ${name})`;
    await appendAtCommit(tx, (turn) =>
      turn.run(sql`
        with numbers as (
          insert into sequences (name, value) values (${changeSequence}, 1), (${documentSequence}, 1)
          on conflict (name) do update set value = sequences.value + 1 returning name, value
        ), given as (
          insert into ${this.#documents} (document, id, facet, digest, change)
          values (${number(documentSequence)}, ${id}, ${facet}, ${digest}, ${number(changeSequence)})
          returning document
        ), ${this.#indexing(added)}`),
    );
  }

  /** Indexes the text of the document that is `given`. */
  #indexing(text: SearchedText): SQL {
    const terms = indexTerms(text);
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    const repeated = [...frequencies].filter(([, frequency]) => frequency > 1);
    const vocabulary = sql`${sql.param([...frequencies.keys()])}::text[]`;
    return sql`added as (
        insert into ${this.#text} (document, terms, repeated, length)
        select document, array_to_tsvector(${vocabulary}),
          ${repeated.length > 0 ? JSON.stringify(Object.fromEntries(repeated)) : null}::jsonb,
          ${terms.length}::bigint from given
      ), counted as (
        insert into ${this.#terms} as known (term, documents) select unnest(${vocabulary}), 1 order by 1
        on conflict (term) do update set documents = known.documents + 1
      )
      update ${this.#totals} set documents = documents + 1, terms = terms + ${terms.length}`;
  }

  async remove(tx: Transaction, document: number): Promise<void> {
    await tx.run(sql`
      with removed as (
        delete from ${this.#text} where document = ${document} returning terms, length
      ), counted as (
        update ${this.#totals} set documents = greatest(0, documents - (select count(*) from removed)),
          terms = greatest(0, terms - (select coalesce(sum(length), 0) from removed))
      )
      update ${this.#terms} set documents = documents - 1
      where term in (select unnest(tsvector_to_array(terms)) from removed)`);
  }

  async terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex> {
    const totals = await tx.get<Totals>(sql`
      select (select max(document) from ${this.#documents}) as size, documents, terms, ${PLANNING} from ${this.#totals}`);
    const known = new Map<string, number>();
    const frequency = async (term: string) => {
      if (!known.has(term)) await this.#count(tx, [term], known);
      return known.get(term) ?? 0;
    };
    const size = totals.size ?? 0;
    const countAll = async (terms: readonly string[]) => {
      const unknown = terms.filter((term) => !known.has(term));
      if (unknown.length > 0) await this.#count(tx, unknown, known);
    };
    const index = (scope: Pick<Match, "facets" | "after">): TermIndex => ({
      size,
      totals,
      budget: BUDGET,
      frequency,
      readFrequencies: countAll,
      best: async (groups, limit) => {
        await countAll(groups.flat());
        return this.#best(tx, { ...scope, groups, limit }, totals, known);
      },
      score: async (terms, ids) => {
        await countAll(terms);
        return this.#score(tx, { terms, ids, totals, known });
      },
      similar: (range) => this.#similar(tx, range),
      newest: (groups, limit) => this.#newest(tx, { ...scope, groups, limit }),
      latest: (documents) => index({ ...scope, after: size - documents }),
    });
    return index({ facets });
  }

  async #count(tx: Transaction, terms: string[], known: Map<string, number>): Promise<void> {
    const rows = await tx.all<{ term: string; documents: number }>(
      sql`select term, documents from ${this.#terms} where term in ${terms}`,
    );
    for (const term of terms) known.set(term, 0);
    for (const { term, documents } of rows) known.set(term, documents);
  }

  async #best(
    tx: Transaction,
    search: Match,
    totals: Totals,
    frequencies: Map<string, number>,
  ): Promise<SearchHit[]> {
    const score = scoring(search.groups.flat(), totals, frequencies);
    // Sorted before they are joined: only as many documents are looked at as it takes to have enough of these facets.
    return tx.all<SearchHit>(sql`
      select d.id as id, t.score as score, d.document as document
      from (select t.document, ${score} as score from ${this.#text} t
        where ${matching(search)} order by score desc) t
      join ${this.#documents} d on d.document = t.document where ${among(search)}
      order by t.score desc, d.document desc limit ${search.limit}`);
  }

  async #score(
    tx: Transaction,
    { terms, ids, totals, known }: Scoring,
  ): Promise<Map<string, number>> {
    if (ids.length === 0 || terms.length === 0) return new Map();
    const rows = await tx.all<{ id: string; score: number }>(sql`
      select d.id as id, ${scoring(terms, totals, known)} as score
      from ${this.#documents} d join ${this.#text} t on t.document = d.document
      where d.id in ${[...ids]} and t.terms @@ ${tsquery([[...terms]])}`);
    return new Map(rows.map(({ id, score }) => [id, score]));
  }

  async #similar(tx: Transaction, { start, shortest, longest }: TermRange): Promise<string[]> {
    const rows = await tx.all<{ term: string }>(sql`select term from ${this.#terms}
      where starts_with(term, ${start}) and length(term) between ${shortest} and ${longest} and documents > 0`);
    return rows.map(({ term }) => term).toSorted();
  }

  async #newest(tx: Transaction, search: Match): Promise<SearchHit[]> {
    return tx.all<SearchHit>(sql`
      select d.id as id, 0 as score, d.document as document
      from ${this.#text} t join ${this.#documents} d on d.document = t.document
      where ${matching(search)} and ${among(search)}
      order by t.document desc limit ${search.limit}`);
  }
}

/** BM25, as `termGain` and `inverseFrequency` have it, of the row `t`. */
function scoring(
  terms: readonly string[],
  totals: TextTotals,
  frequencies: ReadonlyMap<string, number>,
): SQL {
  const average = Math.max(1, totals.terms) / Math.max(1, totals.documents);
  const { saturation, lengthShare } = GAIN;
  const parts = terms.map((term) => {
    const weight = inverseFrequency(totals.documents, frequencies.get(term) ?? 0);
    const times = sql`coalesce((t.repeated ->> ${term})::float8, 1)`;
    return sql`case when t.terms @@ ${tsquery([[term]])} then ${weight}::float8 * ((${times} * ${saturation + 1}::float8)
      / (${times} + ${saturation}::float8 * (${1 - lengthShare}::float8 + ${lengthShare}::float8 * t.length / ${average}::float8))) else 0 end`;
  });
  return sql.join(parts, sql` + `);
}

function matching({ groups, after }: Match): SQL {
  const found = sql`t.terms @@ ${tsquery(groups)}`;
  return after === undefined ? found : sql`${found} and t.document > ${after}`;
}

function among({ facets }: Match): SQL {
  return facets === undefined ? sql`true` : sql`d.facet in ${facets}`;
}

function tsquery(groups: string[][]): SQL {
  const quoted = (term: string) => `'${term.replaceAll(/['\\]/g, "$&$&")}'`;
  const text = groups.map((terms) => `(${terms.map(quoted).join(" | ")})`).join(" & ");
  return sql`${text}::tsquery`;
}
