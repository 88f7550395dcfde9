import {
  and,
  type Engine,
  eq,
  isNotNull,
  type Storage,
  type Transaction,
} from "@faculties/storage";
import { ApproximateVectors } from "./approximate-vectors.ts";
import { inverseFrequency } from "./bm25.ts";
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
import { queryTerms } from "./searchable-text.ts";
import type { SearchHit, TextMatch } from "./hits.ts";
import { PostgresFullText } from "./postgres-full-text.ts";
import { searchTables } from "./search-tables.ts";
import { SqliteFullText } from "./sqlite-full-text.ts";
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
  /** Any text is a legal query. Scores are BM25. */
  matchText(query: string, options: SearchOptions): Promise<TextMatch>;
  /** Stores the vectors of documents that are still there. All vectors of a model have one length and kind. */
  putVectors(tx: Transaction, model: string, entries: readonly VectorEntry[]): Promise<void>;
  /** Scores are cosines. Compares with every vector, or with those that pgvector finds where there are many. */
  nearest(model: string, vector: Float32Array, options: NearestOptions): Promise<SearchHit[]>;
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

  return {
    add: (tx, document) => addDocument(tx, tables, fullText, document),
    put: (tx, document) => putDocument(tx, tables, fullText, document),
    setFacet: (tx, id, facet) => setFacet(tx, tables, id, facet),
    remove: (tx, id) => removeDocument(tx, tables, fullText, id),
    putVectors: (tx, model, entries) => putVectors(tx, tables, model, entries),

    async matchText(query, { limit, facets }) {
      const terms = queryTerms(query);
      const words = terms.length;
      if (words === 0 || limit < 1 || facets?.length === 0) return { hits: [], words, unique: 0 };
      return storage.read(async (tx) => {
        const index = await fullText.terms(tx, facets);
        const hits = await matchTerms(index, terms, limit);
        return { hits, words, unique: inverseFrequency(index.size, 1) };
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
