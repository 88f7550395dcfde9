import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";

/** Squared distances of an alternative to the best and to the worst value of one criterion, before weighting. */
export type Distances = { toBest: number; toWorst: number };

// All alternatives alike: each is as near to the ideal as to its opposite.
const UNDECIDED = 0.5;

/** Each column divided by its Euclidean length, then compared with its best and worst value. */
export function distancesToIdeal(matrix: DecisionMatrix): Distances[][] {
  const columns = (matrix[0] ?? []).map((_, criterion) => {
    const column = columnOf(matrix, criterion);
    const length = Math.hypot(...column);
    const scaled = column.map((score) => (length > 0 ? score / length : 0));
    return { scaled, best: Math.max(...scaled), worst: Math.min(...scaled) };
  });
  return matrix.map((_, alternative) =>
    columns.map(({ scaled, best, worst }) => {
      const value = scaled[alternative] ?? 0;
      return { toBest: (value - best) ** 2, toWorst: (value - worst) ** 2 };
    }),
  );
}

/** TOPSIS: relative closeness to the ideal solution, from 0 to 1. */
export function closeness(distances: readonly Distances[], weights: readonly number[]): number {
  let [best, worst] = [0, 0];
  for (const [criterion, { toBest, toWorst }] of distances.entries()) {
    const squared = (weights[criterion] ?? 0) ** 2;
    best += squared * toBest;
    worst += squared * toWorst;
  }
  const [toBest, toWorst] = [Math.sqrt(best), Math.sqrt(worst)];
  return toBest + toWorst > 0 ? toWorst / (toBest + toWorst) : UNDECIDED;
}
