import { sumOf } from "./decision-matrix.ts";

const TOLERANCE = 1e-12;
const MOST_STEPS = 10_000;

export type Eigenpair = { vector: number[]; value: number };

/** The eigenvector of the largest eigenvalue of a positive matrix, scaled to add up to 1, by power iteration. */
export function principalEigenvector(matrix: readonly (readonly number[])[]): Eigenpair {
  let vector: number[] = matrix.map(() => 1 / matrix.length);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = normalised(multiply(matrix, vector));
    const change = Math.max(...next.map((value, index) => Math.abs(value - (vector[index] ?? 0))));
    vector = next;
    if (change < TOLERANCE) break;
  }
  const ratios = multiply(matrix, vector).map((value, index) => value / (vector[index] ?? 1));
  return { vector, value: sumOf(ratios) / ratios.length };
}

function multiply(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => sumOf(row.map((cell, index) => cell * (vector[index] ?? 0))));
}

function normalised(vector: readonly number[]): number[] {
  const total = sumOf(vector);
  return vector.map((value) => value / total);
}
