import { type DecisionMatrix, sumOf } from "./decision-matrix.ts";
import { closeness, type Distances, lengthOf } from "./topsis.ts";

/** The weights at which another alternative begins to win; null if none does in that direction. */
export type WeightRange = { lowest: number | null; highest: number | null };

const CLOSE_CALL = 1e-12;

/** The winner compared with one other: its lead at a weight, and the weights at which the two may swap places. */
type Duel = { leadAt(weight: number): number; crossings: number[] };

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
  // Scores are lines in the weight w: w · own + (1 − w) · others.
  const duels = matrix.map((row): Duel => {
    const rival = valueOf(row);
    const [own, others] = [best.own - rival.own, best.others - rival.others];
    return {
      leadAt: (weight) => weight * own + (1 - weight) * others,
      crossings: [others / (others - own)],
    };
  });
  return rangeOf(duels, weights, criterion);
}

/** The same for TOPSIS, where two closenesses cross at the roots of a quadratic in (w / (1 − w))². */
export function weightRangeOfTopsis(
  distances: readonly (readonly Distances[])[],
  weights: readonly number[],
  winner: number,
  criterion: number,
): WeightRange {
  const rest = moveWeight(weights, criterion, 0);
  const restOf = (row: readonly Distances[], end: keyof Distances) =>
    lengthOf(row.map((distance, index) => distance[end] * (rest[index] ?? 0)));
  const ownOf = (row: readonly Distances[], end: keyof Distances) => row[criterion]?.[end] ?? 0;
  const greatest = (partOf: typeof restOf) =>
    Math.max(...distances.flatMap((row) => [partOf(row, "toBest"), partOf(row, "toWorst")])) || 1;
  // Squares of tiny distances vanish; shares of the greatest one do not.
  const [restScale, ownScale] = [greatest(restOf), greatest(ownOf)];
  const partsOf = (row: readonly Distances[]) => ({
    own: {
      toBest: (ownOf(row, "toBest") / ownScale) ** 2,
      toWorst: (ownOf(row, "toWorst") / ownScale) ** 2,
    },
    toBest: (restOf(row, "toBest") / restScale) ** 2,
    toWorst: (restOf(row, "toWorst") / restScale) ** 2,
  });
  const first = distances[winner] ?? [];
  const best = partsOf(first);
  const duels = distances.map((row): Duel => {
    const rival = partsOf(row);
    const roots = positiveRoots(
      best.own.toWorst * rival.own.toBest - rival.own.toWorst * best.own.toBest,
      best.own.toWorst * rival.toBest +
        best.toWorst * rival.own.toBest -
        rival.own.toWorst * best.toBest -
        rival.toWorst * best.own.toBest,
      best.toWorst * rival.toBest - rival.toWorst * best.toBest,
    );
    return {
      leadAt: (weight) => {
        const moved = moveWeight(weights, criterion, weight);
        return closeness(first, moved) - closeness(row, moved);
      },
      crossings: roots.map((root) => {
        const odds = Math.sqrt(root) * (restScale / ownScale);
        return odds / (1 + odds);
      }),
    };
  });
  return rangeOf(duels, weights, criterion);
}

function positiveRoots(a: number, b: number, c: number): number[] {
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return [];
  // The form that does not subtract nearly equal numbers.
  const half = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  return [half / a, c / half].filter((root) => Number.isFinite(root) && root > 0);
}

/** The first weight on either side of the present one beyond which any duel is lost. */
function rangeOf(
  duels: readonly Duel[],
  weights: readonly number[],
  criterion: number,
): WeightRange {
  const current = weights[criterion] ?? 0;
  if (weights.length < 2) return { lowest: null, highest: null };
  const range: WeightRange = { lowest: null, highest: null };
  for (const { leadAt, crossings } of duels) {
    const inside = crossings.filter((weight) => weight > 0 && weight < 1).toSorted((a, b) => a - b);
    const below = inside.filter((weight) => weight < current).toReversed();
    const above = inside.filter((weight) => weight > current);
    const lowest = firstLoss([current, ...below, 0], leadAt);
    const highest = firstLoss([current, ...above, 1], leadAt);
    if (lowest !== null) range.lowest = Math.max(lowest, range.lowest ?? 0);
    if (highest !== null) range.highest = Math.min(highest, range.highest ?? 1);
  }
  return range;
}

/** The lead keeps its sign between two crossings, so one sample in each gap shows where it is lost. */
function firstLoss(stops: readonly number[], leadAt: Duel["leadAt"]): number | null {
  for (const [index, stop] of stops.entries()) {
    const next = stops[index + 1];
    if (next === undefined || next === stop) continue;
    if (leadAt((stop + next) / 2) < -CLOSE_CALL) return stop;
  }
  return null;
}

/** Weights that add up to 1. A missing one counts as the mean of the given ones; if all are 0 or missing, all are equal. */
export function normaliseWeights(weights: readonly (number | undefined)[]): number[] {
  const given = weights.filter((weight) => weight !== undefined);
  const mean = given.length === 0 ? 1 : sumOf(given) / given.length;
  const filled = weights.map((weight) => weight ?? mean);
  const total = sumOf(filled);
  return filled.map((weight) => (total > 0 ? weight / total : 1 / filled.length));
}

/** The weights when one of them moves to `value` and the others keep their proportions to each other. */
function moveWeight(weights: readonly number[], moved: number, value: number): number[] {
  const rest = sumOf(weights.filter((_, index) => index !== moved));
  return weights.map((weight, index) => {
    if (index === moved) return value;
    return (1 - value) * (rest > 0 ? weight / rest : 1 / (weights.length - 1));
  });
}
