import { Semaphore } from "@faculties/std";
import {
  isTemporary,
  sql,
  type SQL,
  type Storage,
  storageError,
  type Transaction,
} from "@faculties/storage";
import { type NearestQuery, VectorSet } from "./vector-set.ts";
import type { SearchHit } from "./hits.ts";
import type { SearchTables } from "./search-tables.ts";
import { VectorExtension } from "./vector-extension.ts";

/** With fewer vectors, comparing with every one of them in memory is as quick and misses nothing. */
const WORTHWHILE = 50_000;
/** So few documents of the wanted facets are all compared: an index would pass by most of what it finds. */
const FEW = 5_000;
const LOOK_AGAIN_MS = 60_000;
/** How many candidates an index of a million has to keep to find 94 % of the ten nearest; with 200 it finds 89 %, with 500 97 % in a tenth more time. */
const LEAST_EFFORT = 400;
const MOST_EFFORT = 1_000;
const ANY_FACET = "";
/**
 * Half of the connections that a storage reads with. A search on a cold database is slow and must leave connections for
 * other reads.
 */
const MOST_AT_ONCE = 2;
const LONGEST_WAIT_MS = 30_000;

export type Thresholds = { worthwhile?: number; few?: number };
type Options = Thresholds & { name: string; model: string };
type Row = [id: string, vector: Uint8Array, document: number];
type Nearness = ReturnType<VectorExtension["nearTo"]>;

/**
 * Finds nearest neighbours with pgvector, where the database has it and there are enough vectors; keeps nothing in
 * memory. Hits are scored as everywhere else, so results can differ only by the vectors that the index misses.
 */
export class ApproximateVectors {
  readonly #storage: Storage;
  readonly #tables: SearchTables;
  readonly #name: string;
  readonly #model: string;
  readonly #worthwhile: number;
  readonly #few: number;
  readonly #turns = new Semaphore(MOST_AT_ONCE);
  #extension: VectorExtension | undefined;
  #schema: string | undefined;
  #looking: Promise<string | undefined> | undefined;
  #lookAt = 0;
  #isBuilding = false;

  constructor(
    storage: Storage,
    tables: SearchTables,
    { name, model, worthwhile = WORTHWHILE, few = FEW }: Options,
  ) {
    this.#storage = storage;
    this.#tables = tables;
    this.#name = name;
    this.#model = model;
    this.#worthwhile = worthwhile;
    this.#few = few;
  }

  /** Undefined when all vectors must be compared instead. */
  async nearest(query: NearestQuery): Promise<SearchHit[] | undefined> {
    this.#extension ??= new VectorExtension(
      this.#storage,
      this.#name,
      this.#model,
      query.vector.length,
    );
    const schema = this.#schema ?? (await this.#findSchema(this.#extension));
    if (schema === undefined) return undefined;
    const endTurn = await this.#turns.take(LONGEST_WAIT_MS);
    try {
      query.signal?.throwIfAborted();
      if (endTurn === undefined) throw crowded();
      return await this.#search(this.#extension, schema, query);
    } catch (error) {
      if (query.signal?.aborted || isTemporary(error)) throw error;
      // The extension or its index may have been dropped.
      this.#schema = undefined;
      return undefined;
    } finally {
      endTurn?.();
    }
  }

  /** Once for all who ask at the same time: who is told that there is no index compares with every vector. */
  async #findSchema(extension: VectorExtension): Promise<string | undefined> {
    if (performance.now() < this.#lookAt) return undefined;
    this.#looking ??= this.#look(extension).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(extension: VectorExtension): Promise<string | undefined> {
    const { isThere, schema } = await this.#storage.read((tx) => extension.state(tx));
    const isWanted = isThere && schema === undefined && (await this.#isWorthwhile());
    this.#lookAt = performance.now() + LOOK_AGAIN_MS;
    if (isWanted && !this.#isBuilding) void this.#build(extension);
    return (this.#schema = schema);
  }

  /** A database whose user may not have the extension stays without. */
  async #build(extension: VectorExtension): Promise<void> {
    this.#isBuilding = true;
    const isBuilt = await extension.build().catch(() => false);
    this.#isBuilding = false;
    if (isBuilt) this.#lookAt = 0;
  }

  async #isWorthwhile(): Promise<boolean> {
    const { vectors } = this.#tables;
    const some = await this.#storage.query((tx) =>
      tx.get<{ count: number }>(sql`select count(*) as count from (select 1 from ${vectors}
        where model = ${this.#model} and vector is not null limit ${this.#worthwhile}) present`),
    );
    return some.count >= this.#worthwhile;
  }

  async #search(extension: VectorExtension, schema: string, query: NearestQuery) {
    const { vector, limit, facets } = query;
    const { rows, isAll } = await this.#storage.read(async (tx) => {
      if (await this.#areFew(tx, facets)) return { rows: await this.#all(tx, facets), isAll: true };
      return { rows: await this.#near(tx, extension.nearTo(vector, schema), query), isAll: false };
    });
    // The index stops looking when a filter lets too little through.
    if (!isAll && rows.length < limit) return undefined;
    const found = new VectorSet("int8", vector.length);
    for (const [id, bytes, document] of rows) found.set(Number(document), id, ANY_FACET, bytes);
    return found.nearest(vector, limit, undefined);
  }

  async #areFew(tx: Transaction, facets: NearestQuery["facets"]): Promise<boolean> {
    const { count } = await tx.get<{ count: number }>(sql`
      select count(*) as count from (select 1 from ${this.#tables.documents} d
        where ${wanted(facets)} limit ${this.#few + 1}) found`);
    return count <= this.#few;
  }

  #all(tx: Transaction, facets: NearestQuery["facets"]): Promise<Row[]> {
    const { documents, vectors } = this.#tables;
    return tx.values<Row>(sql`
      select d.id, v.vector, d.document from ${documents} d join ${vectors} v on v.document = d.document
      where ${wanted(facets)} and v.model = ${this.#model} and v.vector is not null`);
  }

  async #near(
    tx: Transaction,
    { covered, distance }: Nearness,
    query: NearestQuery,
  ): Promise<Row[]> {
    const { documents, vectors } = this.#tables;
    const effort = Math.min(MOST_EFFORT, Math.max(LEAST_EFFORT, 2 * query.limit));
    await tx.get(sql`select set_config('hnsw.ef_search', ${`${effort}`}, true),
      set_config('hnsw.iterative_scan', 'strict_order', true)`);
    return tx.values<Row>(sql`
      select d.id, v.vector, d.document from ${vectors} v join ${documents} d on d.document = v.document
      where ${covered} and ${wanted(query.facets)} order by ${distance} limit ${query.limit}`);
  }
}

function crowded() {
  return storageError(
    "E-STORAGE-BUSY",
    "Other searches by meaning are still under way; try again in a moment.",
  );
}

function wanted(facets: NearestQuery["facets"]): SQL {
  return facets === undefined ? sql`d.facet is not null` : sql`d.facet in ${facets}`;
}
