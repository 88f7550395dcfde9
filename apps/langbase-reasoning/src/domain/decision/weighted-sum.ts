import { type DecisionMatrix, sumOf } from "./decision-matrix.ts";

/** Simple additive weighting with weights that add up to 1. */
export function weightedSum(matrix: DecisionMatrix, weights: readonly number[]): number[] {
  return matrix.map((row) =>
    Math.min(1, sumOf(row.map((score, criterion) => score * (weights[criterion] ?? 0)))),
  );
}
