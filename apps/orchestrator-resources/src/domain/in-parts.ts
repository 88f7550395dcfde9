const SIZES = [64, 16, 4, 1];

/**
 * Cuts rows into parts for one insert each. Few different sizes, so that the database meets the same few
 * statements again and again, and none has more parameters than it allows.
 */
export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  let start = 0;
  for (const size of SIZES)
    while (items.length - start >= size) {
      yield items.slice(start, start + size);
      start += size;
    }
}
