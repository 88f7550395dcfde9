import { columnOf, type DecisionMatrix, sumOf } from "./decision-matrix.ts";

/** How many times one alternative is preferred to another, by index; reciprocal, with 1 on the diagonal. */
export type Judgements = readonly (readonly number[])[];

const STRONGEST_PREFERENCE = 9;
// Saaty's mean consistency index of random matrices of order 0 to 15; it hardly grows beyond.
const RANDOM_INDEX = [
  0, 0, 0, 0.58, 0.9, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49, 1.51, 1.48, 1.56, 1.57, 1.59,
];
const ROUNDING = 1e-9;

/** Ratios of scores, held within Saaty's scale from 1/9 to 9. */
export function judgementsFromScores(scores: readonly number[]): number[][] {
  return scores.map((left) => scores.map((right) => preference(left, right)));
}

function preference(left: number, right: number): number {
  if (left === right) return 1;
  if (right === 0) return STRONGEST_PREFERENCE;
  if (left === 0) return 1 / STRONGEST_PREFERENCE;
  return withinScale(left / right);
}

/** Held within Saaty's scale. */
export function withinScale(ratio: number): number {
  return Math.min(STRONGEST_PREFERENCE, Math.max(1 / STRONGEST_PREFERENCE, ratio));
}

/** 0 for judgements that agree with each other; above 0.1 they should be revised. */
function consistencyRatio(order: number, eigenvalue: number): number {
  const randomIndex = RANDOM_INDEX[Math.min(order, RANDOM_INDEX.length - 1)] ?? 0;
  const excess = eigenvalue - order;
  if (randomIndex === 0 || excess <= ROUNDING * order) return 0;
  return excess / (order - 1) / randomIndex;
}

type PairwiseResult = { priorities: DecisionMatrix; consistencyRatio: number };

/**
 * Analytic hierarchy process: the priorities of the alternatives under each criterion, and the worst consistency
 * ratio. Judgements that are not given for a criterion are derived from the scores.
 */
export function pairwise(
  matrix: DecisionMatrix,
  judgements: readonly (Judgements | undefined)[] = [],
): PairwiseResult {
  const order = matrix.length;
  const columns = (matrix[0] ?? []).map((_, criterion) =>
    principalEigenvector(
      judgements[criterion] ?? judgementsFromScores(columnOf(matrix, criterion)),
    ),
  );
  return {
    priorities: matrix.map((_, row) => columns.map(({ vector }) => vector[row] ?? 0)),
    consistencyRatio: Math.max(0, ...columns.map(({ value }) => consistencyRatio(order, value))),
  };
}

const TOLERANCE = 1e-12;
const MOST_STEPS = 10_000;

type Eigenpair = { vector: number[]; value: number };

/** The eigenvector of the largest eigenvalue of a positive matrix, scaled to add up to 1, by power iteration. */
function principalEigenvector(matrix: readonly (readonly number[])[]): Eigenpair {
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
