/** What stands for no facet at all. */
export const NO_FACET = 0;

/** Facets as small numbers. */
export class FacetCodes {
  readonly #codes = new Map<string, number>();

  of(facet: string): number {
    const code = this.#codes.get(facet) ?? this.#codes.size + 1;
    this.#codes.set(facet, code);
    return code;
  }

  /** Has 1 at the codes of the given facets, or of all. */
  wanted(facets: readonly string[] | undefined): Uint8Array {
    const wanted = new Uint8Array(this.#codes.size + 1);
    for (const [facet, code] of this.#codes)
      if (facets === undefined || facets.includes(facet)) wanted[code] = 1;
    return wanted;
  }
}
