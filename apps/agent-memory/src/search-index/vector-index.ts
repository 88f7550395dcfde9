import { setImmediate as nextTurn } from "node:timers/promises";
import {
  and,
  asc,
  eq,
  gte,
  isNotNull,
  isNull,
  lastSequence,
  sql,
  type Storage,
  storageError,
  type Transaction,
} from "@faculties/storage";
import { type NearestQuery, VectorSet } from "./vector-set.ts";
import type { SearchHit } from "./hits.ts";
import type { SearchTables } from "./search-tables.ts";
import type { VectorEncoding } from "./vector.ts";

const PAGE = 2_000;

type VectorRow = [number, number, string, string | null, VectorEncoding, Uint8Array | null];
type DocumentRow = [number, number, string | null];

/**
 * The vectors of one model, kept in memory. Before each search it reads only the changes since the last one, made by
 * any process.
 */
export class VectorIndex {
  readonly #storage: Storage;
  readonly #tables: SearchTables;
  readonly #model: string;
  #vectors: VectorSet | undefined;
  #seen = { latest: 0, vector: 0, document: 0 };
  #refreshed: Promise<void> = Promise.resolve();
  #firstGap = 0;

  constructor(storage: Storage, tables: SearchTables, model: string) {
    this.#storage = storage;
    this.#tables = tables;
    this.#model = model;
  }

  async nearest({ vector, limit, facets, signal }: NearestQuery): Promise<SearchHit[]> {
    // One after another, each with a look of its own: a search must see what was written before it.
    const refresh = this.#refreshed.then(() => {
      signal?.throwIfAborted();
      return this.#refresh();
    });
    this.#refreshed = refresh.catch(() => undefined);
    await refresh;
    if (this.#vectors === undefined || this.#vectors.size === 0) return [];
    if (vector.length !== this.#vectors.dimensions) {
      throw storageError(
        "E-STORAGE-MISUSE",
        `The vectors of ${this.#model} have ${this.#vectors.dimensions} dimensions, the query has ${vector.length}.`,
      );
    }
    return this.#vectors.nearest(vector, limit, facets);
  }

  /**
   * Continues where the last call found the first gap. Only when nothing is left there does it look at all documents
   * again.
   */
  async missing(limit: number): Promise<string[]> {
    const rest = await this.#missingFrom(this.#firstGap, limit);
    const found =
      rest.length < limit && this.#firstGap > 0 ? await this.#missingFrom(0, limit) : rest;
    this.#firstGap = found[0]?.document ?? 0;
    return found.map(({ id }) => id);
  }

  async #missingFrom(first: number, limit: number) {
    const { documents, vectors } = this.#tables;
    const present = and(
      eq(vectors.document, documents.document),
      eq(vectors.model, this.#model),
      isNotNull(vectors.vector),
    );
    return this.#storage.query((tx) =>
      tx
        .select({ document: documents.document, id: documents.id })
        .from(documents)
        .leftJoin(vectors, present)
        .where(
          and(gte(documents.document, first), isNotNull(documents.facet), isNull(vectors.document)),
        )
        .orderBy(asc(documents.document))
        .limit(limit),
    );
  }

  async #refresh(): Promise<void> {
    const latest = await this.#latestChange();
    if (latest === this.#seen.latest) return;
    // A lower number is another database in the place of the one that was read.
    if (this.#seen.latest === 0 || latest < this.#seen.latest) {
      this.#vectors = undefined;
      this.#seen = { latest: 0, vector: 0, document: latest };
    }
    await this.#readVectors();
    await this.#readDocuments();
    this.#seen.latest = latest;
  }

  async #latestChange(): Promise<number> {
    return this.#storage.query((tx) => lastSequence(tx, this.#tables.changeSequence));
  }

  async #readVectors(): Promise<void> {
    const { vectors, documents } = this.#tables;
    await this.#readPages<VectorRow>(
      (tx) =>
        tx.values(sql`
          select v.change, v.document, d.id, d.facet, v.encoding, v.vector
          from ${vectors} v join ${documents} d on d.document = v.document
          where v.model = ${this.#model} and v.change > ${this.#seen.vector}
          order by v.change limit ${PAGE}`),
      ([change, document, id, facet, encoding, vector]) => {
        if (facet === null || vector === null) this.#vectors?.delete(document);
        else this.#setFor(encoding, vector).set(document, id, facet, vector);
        this.#seen.vector = change;
      },
    );
  }

  async #readDocuments(): Promise<void> {
    await this.#readPages<DocumentRow>(
      (tx) =>
        tx.values(sql`
          select change, document, facet from ${this.#tables.documents}
          where change > ${this.#seen.document} order by change limit ${PAGE}`),
      ([change, document, facet]) => {
        if (facet === null) this.#vectors?.delete(document);
        else this.#vectors?.setFacet(document, facet);
        this.#seen.document = change;
      },
    );
  }

  /** In pages with a turn of the event loop between them: a first reading may be long. */
  async #readPages<Row>(
    page: (tx: Transaction) => PromiseLike<unknown[]>,
    apply: (row: Row) => void,
  ): Promise<void> {
    for (;;) {
      const rows = await this.#storage.query(page);
      for (const row of rows) apply(row as Row);
      if (rows.length < PAGE) return;
      await nextTurn();
    }
  }

  #setFor(encoding: VectorEncoding, { byteLength }: Uint8Array): VectorSet {
    const dimensions = encoding === "int8" ? byteLength : byteLength / 4;
    const fits = this.#vectors?.encoding === encoding && this.#vectors.dimensions === dimensions;
    if (this.#vectors === undefined || !fits) {
      this.#vectors = new VectorSet(encoding, dimensions);
    }
    return this.#vectors;
  }
}
