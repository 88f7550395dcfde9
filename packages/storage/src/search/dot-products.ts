import { smallIntegerProducts, takesSmallIntegers } from "./small-integer-products.ts";
import type { Vector } from "./vector.ts";

/** Multiplies a query with `count` rows of its length that lie one behind the other. */
export function dotProducts(
  query: Float32Array,
  rows: Vector,
  count: number,
  products: Float64Array,
): void {
  if (rows instanceof Int8Array && takesSmallIntegers(query.length))
    smallIntegerProducts(query, rows, count, products);
  else plainProducts(query, rows, count, products);
}

function plainProducts(
  query: Float32Array,
  rows: Vector,
  count: number,
  products: Float64Array,
): void {
  const length = query.length;
  const whole = length - (length % 4);
  for (let row = 0; row < count; row += 1) {
    const start = row * length;
    // Four sums, because each addition would otherwise wait for the one before.
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let index = 0; index < whole; index += 4) {
      const at = start + index;
      first += query[index]! * rows[at]!;
      second += query[index + 1]! * rows[at + 1]!;
      third += query[index + 2]! * rows[at + 2]!;
      fourth += query[index + 3]! * rows[at + 3]!;
    }
    for (let index = whole; index < length; index += 1) {
      first += query[index]! * rows[start + index]!;
    }
    products[row] = first + second + third + fourth;
  }
}
