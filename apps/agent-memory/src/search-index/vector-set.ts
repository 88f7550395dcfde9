import { BestHits, type SearchHit } from "./hits.ts";
import { dotProducts } from "./dot-products.ts";
import { FacetCodes, NO_FACET } from "./document-list.ts";
import { inverseLength, type Vector, type VectorEncoding } from "./vector.ts";

const ROWS_PER_BLOCK = 4_096;

/** A search for the nearest vectors. */
export type NearestQuery = {
  vector: Float32Array;
  limit: number;
  facets: readonly string[] | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
};

type Block = {
  values: Vector;
  scales: Float64Array;
  facets: Uint32Array;
  documents: Float64Array;
  ids: string[];
};
type Place = { block: Block; row: number };

/** Vectors of one length in memory, in blocks so that growing moves nothing; finds nearest neighbours exactly. */
export class VectorSet {
  readonly encoding: VectorEncoding;
  readonly dimensions: number;
  readonly #blocks: Block[] = [];
  readonly #places = new Map<number, Place>();
  readonly #vacant: Place[] = [];
  readonly #facetCodes = new FacetCodes();
  readonly #products = new Float64Array(ROWS_PER_BLOCK);

  constructor(encoding: VectorEncoding, dimensions: number) {
    this.encoding = encoding;
    this.dimensions = dimensions;
  }

  get size(): number {
    return this.#places.size;
  }

  set(document: number, id: string, facet: string, bytes: Uint8Array): void {
    const place = this.#places.get(document) ?? this.#vacant.pop() ?? this.#grow();
    const { block, row } = place;
    const start = row * this.dimensions;
    const values = block.values.subarray(start, start + this.dimensions);
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes);
    block.scales[row] = inverseLength(values);
    block.facets[row] = this.#facetCodes.of(facet);
    block.ids[row] = id;
    block.documents[row] = document;
    this.#places.set(document, place);
  }

  setFacet(document: number, facet: string): void {
    const place = this.#places.get(document);
    if (place !== undefined) place.block.facets[place.row] = this.#facetCodes.of(facet);
  }

  delete(document: number): void {
    const place = this.#places.get(document);
    if (place === undefined) return;
    place.block.facets[place.row] = NO_FACET;
    this.#places.delete(document);
    this.#vacant.push(place);
  }

  nearest(query: Float32Array, limit: number, facets: readonly string[] | undefined): SearchHit[] {
    const wanted = this.#facetCodes.wanted(facets);
    const scale = inverseLength(query);
    const best = new BestHits(limit);
    for (const { values, scales, facets: codes, ids, documents } of this.#blocks) {
      dotProducts(query, values, ids.length, this.#products);
      for (let row = 0; row < ids.length; row += 1) {
        const score = this.#products[row]! * scales[row]! * scale;
        if (score >= best.threshold && wanted[codes[row]!] === 1)
          best.add(ids[row]!, score, documents[row]!);
      }
    }
    return best.ranked();
  }

  #grow(): Place {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.ids.length < ROWS_PER_BLOCK) {
      return { block: last, row: last.ids.length };
    }
    const size = ROWS_PER_BLOCK * this.dimensions;
    const block: Block = {
      values: this.encoding === "int8" ? new Int8Array(size) : new Float32Array(size),
      scales: new Float64Array(ROWS_PER_BLOCK),
      facets: new Uint32Array(ROWS_PER_BLOCK),
      documents: new Float64Array(ROWS_PER_BLOCK),
      ids: [],
    };
    this.#blocks.push(block);
    return { block, row: 0 };
  }
}
