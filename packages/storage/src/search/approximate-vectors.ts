import { sql, type SQL } from "drizzle-orm";
import { isTransient } from "../postgres/postgres-error.ts";
import type { Queries, Storage } from "../storage.ts";
import type { SearchHit } from "./search-hit.ts";
import type { SearchTables } from "./search-tables.ts";
import { VectorExtension } from "./vector-extension.ts";
import { VectorSet } from "./vector-set.ts";

/** With fewer vectors, comparing with every one of them in memory is as quick and misses nothing. */
const WORTHWHILE = 50_000;
/** So few documents of the wanted facets are all compared: an index would pass by most of what it finds. */
const FEW = 5_000;
const LOOK_AGAIN_MS = 60_000;
/** How many candidates an index of a million has to keep to find 96 % of the ten nearest; with 200 it finds 89 %. */
const LEAST_EFFORT = 500;
const MOST_EFFORT = 1_000;
const ANY_FACET = "";

export type Thresholds = { worthwhile?: number; few?: number };
type Options = Thresholds & { name: string; model: string };
type Row = [id: string, vector: Uint8Array];
type Nearness = ReturnType<VectorExtension["nearTo"]>;
type Query = { vector: Float32Array; limit: number; facets: readonly string[] | undefined };

/**
 * Nearest neighbours by pgvector, where the database has it and it is worth its while: nothing is kept in memory. What
 * the index finds is scored as everywhere else, so that only what it misses can differ.
 */
export class ApproximateVectors {
  readonly #storage: Storage;
  readonly #tables: SearchTables;
  readonly #name: string;
  readonly #model: string;
  readonly #worthwhile: number;
  readonly #few: number;
  #extension: VectorExtension | undefined;
  #schema: string | undefined;
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
  async nearest(query: Query): Promise<SearchHit[] | undefined> {
    if (this.#storage.engine !== "postgres") return undefined;
    this.#extension ??= new VectorExtension(
      this.#storage,
      this.#name,
      this.#model,
      query.vector.length,
    );
    this.#schema ??= await this.#findSchema(this.#extension);
    if (this.#schema === undefined) return undefined;
    try {
      return await this.#search(this.#extension, this.#schema, query);
    } catch (error) {
      if (isTransient(error)) throw error;
      // The extension or its index may have been dropped.
      this.#schema = undefined;
      return undefined;
    }
  }

  async #findSchema(extension: VectorExtension): Promise<string | undefined> {
    if (performance.now() < this.#lookAt) return undefined;
    this.#lookAt = performance.now() + LOOK_AGAIN_MS;
    const { isThere, schema } = await this.#storage.read((db) => extension.state(db));
    if (!isThere || schema !== undefined || !(await this.#isWorthwhile())) return schema;
    if (!this.#isBuilding) void this.#build(extension);
    return undefined;
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
    const some = await this.#storage.query((db) =>
      db.get<{ count: number }>(sql`select count(*) as count from (select 1 from ${vectors}
        where model = ${this.#model} and vector is not null limit ${this.#worthwhile}) present`),
    );
    return some.count >= this.#worthwhile;
  }

  async #search(extension: VectorExtension, schema: string, query: Query) {
    const { vector, limit, facets } = query;
    const { rows, isAll } = await this.#storage.read(async (db) => {
      if (await this.#areFew(db, facets)) return { rows: await this.#all(db, facets), isAll: true };
      return { rows: await this.#near(db, extension.nearTo(vector, schema), query), isAll: false };
    });
    // The index stops looking when a filter lets too little through.
    if (!isAll && rows.length < limit) return undefined;
    const found = new VectorSet("int8", vector.length);
    for (const [place, [id, bytes]] of rows.entries()) found.set(place, id, ANY_FACET, bytes);
    return found.nearest(vector, limit, undefined);
  }

  async #areFew(db: Queries, facets: Query["facets"]): Promise<boolean> {
    const { count } = await db.get<{ count: number }>(sql`
      select count(*) as count from (select 1 from ${this.#tables.documents} d
        where ${wanted(facets)} limit ${this.#few + 1}) found`);
    return count <= this.#few;
  }

  #all(db: Queries, facets: Query["facets"]): Promise<Row[]> {
    const { documents, vectors } = this.#tables;
    return db.values<Row>(sql`
      select d.id, v.vector from ${documents} d join ${vectors} v on v.document = d.document
      where ${wanted(facets)} and v.model = ${this.#model} and v.vector is not null`);
  }

  async #near(db: Queries, { covered, distance }: Nearness, query: Query): Promise<Row[]> {
    const { documents, vectors } = this.#tables;
    const effort = Math.min(MOST_EFFORT, Math.max(LEAST_EFFORT, 2 * query.limit));
    await db.get(sql`select set_config('hnsw.ef_search', ${`${effort}`}, true),
      set_config('hnsw.iterative_scan', 'strict_order', true)`);
    return db.values<Row>(sql`
      select d.id, v.vector from ${vectors} v join ${documents} d on d.document = v.document
      where ${covered} and ${wanted(query.facets)} order by ${distance} limit ${query.limit}`);
  }
}

function wanted(facets: Query["facets"]): SQL {
  return facets === undefined ? sql`d.facet is not null` : sql`d.facet in ${facets}`;
}
