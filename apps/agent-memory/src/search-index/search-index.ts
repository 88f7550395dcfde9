import {
  and,
  type Engine,
  eq,
  isNotNull,
  sql,
  type Storage,
  type Transaction,
} from "@faculties/storage";
import { ApproximateVectors } from "./approximate-vectors.ts";
import {
  addDocument,
  putDocument,
  removeDocument,
  setFacet,
  type FullText,
  type SearchDocument,
} from "./documents.ts";
import { matchTerms } from "./match-terms.ts";
import { putVectors, type VectorEntry } from "./vector.ts";
import type { SearchHit } from "./hits.ts";
import { languagesIn, parseQuery, type ParsedQuery } from "./parse-query.ts";
import { PostgresFullText } from "./postgres-full-text.ts";
import { cosines } from "./cosines.ts";
import { searchTables } from "./search-tables.ts";
import { SqliteFullText } from "./sqlite-full-text.ts";
import type { TermIndex } from "./term-index.ts";
import { VectorIndex } from "./vector-index.ts";

/** Without `facets` every document is searched; with them, only those whose facet is among them. */
export type SearchOptions = { limit: number; facets?: readonly string[] };

/**
 * Aborting the signal prevents steps that have not started. Running ones continue and warm the cache for the next
 * search.
 */
export type NearestOptions = SearchOptions & { signal?: AbortSignal };

/**
 * Full-text and vector search over documents. Writing takes the `tx` of a `write` body, so that the index
 * changes together with the data it is about.
 */
export type SearchIndex = {
  /** Adds a document whose id is new. */
  add(tx: Transaction, document: SearchDocument): Promise<void>;
  /** Adds a document or replaces it; a changed text loses its vectors. */
  put(tx: Transaction, document: SearchDocument): Promise<void>;
  setFacet(tx: Transaction, id: string, facet: string): Promise<void>;
  remove(tx: Transaction, id: string): Promise<void>;
  /** The words of a query as the index knows them; any text is a legal query. */
  parse(query: string): Promise<ParsedQuery>;
  /** The best documents by BM25. */
  matchText(query: string | ParsedQuery, options: SearchOptions): Promise<SearchHit[]>;
  /** The share of a query's most telling words that each of these documents has; 0 is left out, and more than 1 is possible. */
  wordShares(query: ParsedQuery, ids: readonly string[]): Promise<Map<string, number>>;
  /** Stores the vectors of documents that are still there. All vectors of a model have one length and kind. */
  putVectors(tx: Transaction, model: string, entries: readonly VectorEntry[]): Promise<void>;
  /** Scores are cosines. Compares with every vector, or with those that pgvector finds where there are many. */
  nearest(model: string, vector: Float32Array, options: NearestOptions): Promise<SearchHit[]>;
  /** The cosines of these documents, those without a vector left out. */
  cosines(
    model: string,
    vector: Float32Array,
    ids: readonly string[],
  ): Promise<Map<string, number>>;
  /** The oldest documents whose terms were made by an earlier version. */
  outdatedIds(limit: number): Promise<string[]>;
  /** The oldest documents that this model has no vector of. */
  idsWithoutVector(model: string, limit: number): Promise<string[]>;
  countVectors(model: string): Promise<number>;
};

/** The index whose tables `searchIndexMigration(name)` makes. */
export function createSearchIndex(storage: Storage, { name }: { name: string }): SearchIndex {
  const tables = searchTables(name);
  const { vectors } = tables;
  const fullText = createFullText(storage.engine, name);
  const models = new Map<string, VectorIndex>();
  const approximateModels = new Map<string, ApproximateVectors>();

  function vectorsOf(model: string): VectorIndex {
    const known = models.get(model) ?? new VectorIndex(storage, tables, model);
    models.set(model, known);
    return known;
  }

  function approximate(model: string): ApproximateVectors {
    const known =
      approximateModels.get(model) ?? new ApproximateVectors(storage, tables, { name, model });
    approximateModels.set(model, known);
    return known;
  }

  /** Documents in a new language come with a change, of this process or another. */
  async function parse(terms: TermIndex, query: string): Promise<ParsedQuery> {
    return parseQuery(terms, query, await languagesIn(terms));
  }

  return {
    add: (tx, document) => addDocument(tx, tables, fullText, document),
    put: (tx, document) => putDocument(tx, tables, fullText, document),
    setFacet: (tx, id, facet) => setFacet(tx, tables, id, facet),
    remove: (tx, id) => removeDocument(tx, tables, fullText, id),
    putVectors: (tx, model, entries) => putVectors(tx, tables, model, entries),

    parse: (query) => storage.read(async (tx) => parse(await fullText.terms(tx, undefined), query)),

    async matchText(query, { limit, facets }) {
      if (limit < 1 || facets?.length === 0) return [];
      return storage.read(async (tx) => {
        const index = await fullText.terms(tx, facets);
        const { terms } = typeof query === "string" ? await parse(index, query) : query;
        return terms.length === 0 ? [] : matchTerms(index, terms, limit);
      });
    },

    async wordShares({ terms, most }, ids) {
      return storage.read(async (tx) => {
        const index = await fullText.terms(tx, undefined);
        const scores = await index.score(terms, ids);
        return new Map(Array.from(scores, ([id, score]) => [id, score / most]));
      });
    },

    cosines: (model, vector, ids) => cosines(storage, tables, { model, vector, ids }),

    async outdatedIds(limit) {
      const { documents } = tables;
      return storage.query(async (tx) => {
        // Written as the partial index has it, so that this costs nothing when all are up to date.
        const rows = await tx.all<{ id: string }>(sql`select id from ${documents}
          where facet is not null and digest not like '2:%' order by document limit ${limit}`);
        return rows.map(({ id }) => id);
      });
    },

    async nearest(model, vector, { limit, facets, signal }) {
      if (limit < 1) return [];
      const query = { vector, limit, facets, signal };
      const found =
        storage.engine === "postgres" ? await approximate(model).nearest(query) : undefined;
      return found ?? vectorsOf(model).nearest(query);
    },

    idsWithoutVector: (model, limit) => vectorsOf(model).missing(limit),

    async countVectors(model) {
      return storage.query((tx) =>
        tx.$count(vectors, and(eq(vectors.model, model), isNotNull(vectors.vector))),
      );
    },
  };
}

export function createFullText(engine: Engine, name: string): FullText {
  return engine === "sqlite" ? new SqliteFullText(name) : new PostgresFullText(name);
}
