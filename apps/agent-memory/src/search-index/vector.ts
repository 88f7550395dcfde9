/** A Float32Array is kept exactly; an Int8Array takes a quarter of the memory. Only the direction counts. */
export type Vector = Float32Array | Int8Array;

export type VectorEncoding = "float32" | "int8";

export function vectorEncoding(vector: Vector): VectorEncoding {
  return vector instanceof Int8Array ? "int8" : "float32";
}

/** The vector of small integers whose direction is nearest to that of the given one. */
export function quantizeVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** One divided by the length, or 0 for a vector that has no direction. */
export function inverseLength(vector: Vector): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    sum += value * value;
  }
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}
