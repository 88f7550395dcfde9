import fc from "fast-check";
import { expect, test } from "vitest";
import { dotProducts } from "./dot-products.ts";

function expected(query: Float32Array, rows: Int8Array, count: number) {
  return Array.from({ length: count }, (_, row) => {
    const start = row * query.length;
    return query.reduce((sum, value, at) => sum + value * rows[start + at]!, 0);
  });
}

test.each([1, 7, 16, 128, 1_536, 8_192, 8_208])(
  "multiplies rows of %i small integers",
  (dimensions) => {
    const value = fc.oneof(fc.constantFrom(-128, 127, 0), fc.integer({ min: -128, max: 127 }));
    const queryValue = fc.oneof(
      fc.constantFrom(-1, 1, 0),
      fc.float({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(queryValue, { minLength: 3, maxLength: 3 }),
        fc.array(value, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: 100 }),
        (factors, values, count) => {
          const query = Float32Array.from({ length: dimensions }, (_, at) => factors[at % 3]!);
          const rows = Int8Array.from({ length: dimensions * count }, (_, at) => values[at % 5]!);
          const products = new Float64Array(count);
          dotProducts(query, rows, count, products);
          const length = Math.sqrt(query.reduce((sum, one) => sum + one * one, 0));
          const largest = length * 128 * Math.sqrt(dimensions);
          for (const [row, product] of expected(query, rows, count).entries())
            expect(Math.abs(products[row]! - product)).toBeLessThanOrEqual(largest * 2e-4);
        },
      ),
      { numRuns: 20 },
    );
  },
);
