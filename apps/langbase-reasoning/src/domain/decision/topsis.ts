import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";

/** Distances of an alternative to the best and to the worst value of one criterion, before weighting. */
export type Distances = { toBest: number; toWorst: number };

// All alternatives alike: each is as near to the ideal as to its opposite.
const UNDECIDED = 0.5;

/** The distance of each value to the best and the worst of its column, divided by the column's Euclidean length. */
export function distancesToIdeal(matrix: DecisionMatrix): Distances[][] {
  const columns = (matrix[0] ?? []).map((_, criterion) => {
    const values = columnOf(matrix, criterion);
    const best = Math.max(...values);
    const worst = Math.min(...values);
    // By the greatest value first: the length of very small values would lose its digits.
    const length = best > 0 ? Math.hypot(...values.map((value) => value / best)) : 0;
    return { values, length, best, worst };
  });
  return matrix.map((_, alternative) =>
    columns.map(({ values, length, best, worst }) => {
      const value = values[alternative] ?? 0;
      if (length === 0) return { toBest: 0, toWorst: 0 };
      // Subtracted before it is divided: nearly equal scores differ by exactly what they differ by.
      return {
        toBest: (best - value) / best / length,
        toWorst: (value - worst) / best / length,
      };
    }),
  );
}

/** TOPSIS: relative closeness to the ideal solution, from 0 to 1. */
export function closeness(distances: readonly Distances[], weights: readonly number[]): number {
  const weighted = (end: keyof Distances) =>
    lengthOf(distances.map((distance, criterion) => distance[end] * (weights[criterion] ?? 0)));
  const [toBest, toWorst] = [weighted("toBest"), weighted("toWorst")];
  return toBest + toWorst > 0 ? toWorst / (toBest + toWorst) : UNDECIDED;
}

/** The Euclidean length, also of parts whose squares would vanish. */
export function lengthOf(parts: readonly number[]): number {
  const greatest = Math.max(0, ...parts.map(Math.abs));
  if (greatest === 0) return 0;
  return greatest * Math.sqrt(parts.reduce((sum, part) => sum + (part / greatest) ** 2, 0));
}
