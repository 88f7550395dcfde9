import type { Vector } from "./vector.ts";

/** The output of `wat2wasm int8-dot-product.wat`. */
const MODULE =
  "AGFzbQEAAAABBgFgAn9/AAMCAQAFAwEACQcQAgZtZW1vcnkCAANzdW0AAAqvAQGsAQIDfwJ7QYCAAiECQYCAASEDA0BBACEE/QwAAAAAAAAAAAAAAAAAAAAAIQYDQCACIARq/QAEACEFIAYgBf2HASAEQQF0/QAEAP26Af2uASEGIAYgBf2IASAEQQF0/QAEEP26Af2uASEGIARBEGohBCAEIAFJDQALIAMgBv0bACAG/RsBaiAG/RsCIAb9GwNqajYCACACIAFqIQIgA0EEaiEDIABBAWsiAA0ACws=";
const SUMS_AT = 16_384;
const ROWS_AT = 32_768;
const MEMORY_END = 9 * 65_536;
const LARGEST_FACTOR = 32_767;
const LARGEST_SUM = 2 ** 31 - 1;
const LARGEST_VALUE = 128;
const MOST_DIMENSIONS = SUMS_AT / Int16Array.BYTES_PER_ELEMENT;
const MOST_ROWS = (ROWS_AT - SUMS_AT) / Int32Array.BYTES_PER_ELEMENT;

// TypeScript knows it in browsers only.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

type Kernel = {
  memory: { buffer: ArrayBuffer };
  sum(rows: number, dimensions: number): void;
};

let kernel: Kernel | undefined;

/** Multiplies a query with `count` rows of its length that lie one behind the other. */
export function dotProducts(
  query: Float32Array,
  rows: Vector,
  count: number,
  products: Float64Array,
): void {
  if (rows instanceof Int8Array && takesInt8(query.length))
    int8Products(query, rows, count, products);
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

/** Whether the processor and the number of dimensions allow for it. */
function takesInt8(dimensions: number): boolean {
  return (
    dimensions > 0 && dimensions % 16 === 0 && dimensions <= MOST_DIMENSIONS && load() !== undefined
  );
}

/**
 * The product of the query with each row, ten times as fast as a loop. The query is rounded to 16 bits, or
 * fewer where a sum might not fit otherwise: the length of the vectors bounds every sum.
 */
function int8Products(
  query: Float32Array,
  rows: Int8Array,
  count: number,
  products: Float64Array,
): void {
  const { memory, sum } = load()!;
  const dimensions = query.length;
  const scale = scaleOf(query);
  const factors = new Int16Array(memory.buffer, 0, dimensions);
  for (let at = 0; at < dimensions; at += 1) factors[at] = Math.round(query[at]! * scale);
  const atOnce = Math.min(MOST_ROWS, Math.floor((MEMORY_END - ROWS_AT) / dimensions));
  const copied = new Int8Array(memory.buffer, ROWS_AT);
  for (let first = 0; first < count; first += atOnce) {
    const some = Math.min(atOnce, count - first);
    copied.set(rows.subarray(first * dimensions, (first + some) * dimensions));
    sum(some, dimensions);
    const sums = new Int32Array(memory.buffer, SUMS_AT, some);
    for (let row = 0; row < some; row += 1) products[first + row] = sums[row]! / scale;
  }
}

function scaleOf(query: Float32Array): number {
  let largest = 0;
  let squares = 0;
  for (const value of query) {
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  if (largest === 0) return 1;
  // Rounding lengthens the query by less than its number of dimensions.
  const longest = LARGEST_SUM / (LARGEST_VALUE * Math.sqrt(query.length)) - query.length;
  return Math.min(LARGEST_FACTOR / largest, longest / Math.sqrt(squares));
}

function load(): Kernel | undefined {
  try {
    kernel ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(MODULE, "base64")))
      .exports as Kernel;
  } catch {
    // A processor without 128-bit instructions.
  }
  return kernel;
}
