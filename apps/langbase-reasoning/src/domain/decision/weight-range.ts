import { type DecisionMatrix, sumOf } from "./decision-matrix.ts";
import { moveWeight } from "./normalise-weights.ts";
import { closeness, type Distances } from "./topsis.ts";

/** The weights at which another alternative begins to win; null where none does that way. */
export type WeightRange = { lowest: number | null; highest: number | null };

const CLOSE_CALL = 1e-12;

type Rivals = { scores(weights: readonly number[]): number[]; crossings: number[] };

/** How far the weight of one criterion can move, the others keeping their proportions, while the winner wins. */
export function weightRangeOfSum(
  matrix: DecisionMatrix,
  weights: readonly number[],
  winner: number,
  criterion: number,
): WeightRange {
  const rest = moveWeight(weights, criterion, 0);
  const valueOf = (row: readonly number[]) => ({
    own: row[criterion] ?? 0,
    others: sumOf(row.map((score, index) => score * (rest[index] ?? 0))),
  });
  const best = valueOf(matrix[winner] ?? []);
  // Both scores are lines in the weight w: w · own + (1 − w) · others.
  const crossings = matrix.map((row) => {
    const rival = valueOf(row);
    const lead = best.others - rival.others;
    return lead / (lead - (best.own - rival.own));
  });
  const scores = (moved: readonly number[]) =>
    matrix.map((row) => sumOf(row.map((score, index) => score * (moved[index] ?? 0))));
  return rangeWithin({ scores, crossings }, weights, winner, criterion);
}

/** The same for TOPSIS, where two closenesses cross at the roots of a quadratic in (w / (1 − w))². */
export function weightRangeOfTopsis(
  distances: readonly (readonly Distances[])[],
  weights: readonly number[],
  winner: number,
  criterion: number,
): WeightRange {
  const rest = moveWeight(weights, criterion, 0);
  const partsOf = (row: readonly Distances[]) => ({
    own: row[criterion] ?? { toBest: 0, toWorst: 0 },
    toBest: sumOf(row.map(({ toBest }, index) => toBest * (rest[index] ?? 0) ** 2)),
    toWorst: sumOf(row.map(({ toWorst }, index) => toWorst * (rest[index] ?? 0) ** 2)),
  });
  const best = partsOf(distances[winner] ?? []);
  const crossings = distances.flatMap((row) => {
    const rival = partsOf(row);
    return positiveRoots(
      best.own.toWorst * rival.own.toBest - rival.own.toWorst * best.own.toBest,
      best.own.toWorst * rival.toBest +
        best.toWorst * rival.own.toBest -
        rival.own.toWorst * best.toBest -
        rival.toWorst * best.own.toBest,
      best.toWorst * rival.toBest - rival.toWorst * best.toBest,
    ).map((root) => Math.sqrt(root) / (1 + Math.sqrt(root)));
  });
  const scores = (moved: readonly number[]) => distances.map((row) => closeness(row, moved));
  return rangeWithin({ scores, crossings }, weights, winner, criterion);
}

function positiveRoots(a: number, b: number, c: number): number[] {
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return [];
  // The form that does not subtract nearly equal numbers.
  const half = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  return [half / a, c / half].filter((root) => Number.isFinite(root) && root > 0);
}

/** Between two crossings nothing changes, so that one look into each gap tells where the winner loses. */
function rangeWithin(
  { scores, crossings }: Rivals,
  weights: readonly number[],
  winner: number,
  criterion: number,
): WeightRange {
  const current = weights[criterion] ?? 0;
  if (weights.length < 2) return { lowest: null, highest: null };
  const wins = (weight: number) => {
    const values = scores(moveWeight(weights, criterion, weight));
    return (values[winner] ?? 0) >= Math.max(...values) - CLOSE_CALL;
  };
  const inside = crossings.filter((weight) => weight > 0 && weight < 1);
  const above = inside.filter((weight) => weight > current).toSorted((a, b) => a - b);
  const below = inside.filter((weight) => weight < current).toSorted((a, b) => b - a);
  return {
    lowest: firstLoss([current, ...below, 0], wins),
    highest: firstLoss([current, ...above, 1], wins),
  };
}

function firstLoss(stops: readonly number[], wins: (weight: number) => boolean): number | null {
  for (const [index, stop] of stops.entries()) {
    const next = stops[index + 1];
    if (next === undefined || next === stop) continue;
    if (!wins((stop + next) / 2)) return stop;
  }
  return null;
}
