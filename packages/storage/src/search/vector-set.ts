import { dotProducts } from "./dot-products.ts";
import { rankHits, type SearchHit } from "./search-hit.ts";
import { inverseLength, type Vector, type VectorEncoding } from "./vector.ts";

const ROWS_PER_BLOCK = 4_096;
const NO_FACET = 0;

type Block = { values: Vector; scales: Float64Array; facets: Uint32Array; ids: string[] };
type Place = { block: Block; row: number };

/** Vectors of one length in memory, in blocks so that growing moves nothing; finds nearest neighbours exactly. */
export class VectorSet {
  readonly encoding: VectorEncoding;
  readonly dimensions: number;
  readonly #blocks: Block[] = [];
  readonly #places = new Map<number, Place>();
  readonly #vacant: Place[] = [];
  readonly #facetCodes = new Map<string, number>();
  readonly #scores = new Float64Array(ROWS_PER_BLOCK);

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
    block.facets[row] = this.#facetCode(facet);
    block.ids[row] = id;
    this.#places.set(document, place);
  }

  setFacet(document: number, facet: string): void {
    const place = this.#places.get(document);
    if (place !== undefined) place.block.facets[place.row] = this.#facetCode(facet);
  }

  delete(document: number): void {
    const place = this.#places.get(document);
    if (place === undefined) return;
    place.block.facets[place.row] = NO_FACET;
    this.#places.delete(document);
    this.#vacant.push(place);
  }

  nearest(query: Float32Array, limit: number, facets: readonly string[] | undefined): SearchHit[] {
    const wanted = this.#wantedFacets(facets);
    const scale = inverseLength(query);
    let hits: SearchHit[] = [];
    let threshold = -Infinity;
    for (const block of this.#blocks) {
      scoreRows(query, block, wanted, this.#scores);
      for (let row = 0; row < block.ids.length; row += 1) {
        const score = this.#scores[row]! * scale;
        if (!(score >= threshold)) continue;
        hits.push({ id: block.ids[row]!, score });
        if (hits.length < limit * 4) continue;
        hits = rankHits(hits, limit);
        threshold = hits[limit - 1]!.score;
      }
    }
    return rankHits(hits, limit);
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
      ids: [],
    };
    this.#blocks.push(block);
    return { block, row: 0 };
  }

  #facetCode(facet: string): number {
    const code = this.#facetCodes.get(facet) ?? this.#facetCodes.size + 1;
    this.#facetCodes.set(facet, code);
    return code;
  }

  #wantedFacets(facets: readonly string[] | undefined): Uint8Array {
    const wanted = new Uint8Array(this.#facetCodes.size + 1);
    for (const [facet, code] of this.#facetCodes) {
      if (facets === undefined || facets.includes(facet)) wanted[code] = 1;
    }
    return wanted;
  }
}

/** The cosine of each wanted row, but for the length of the query; NaN for the others. */
function scoreRows(query: Float32Array, block: Block, wanted: Uint8Array, scores: Float64Array) {
  const { values, scales, facets, ids } = block;
  dotProducts(query, values, ids.length, scores);
  for (let row = 0; row < ids.length; row += 1) {
    scores[row] = wanted[facets[row]!] === 1 ? scores[row]! * scales[row]! : NaN;
  }
}
