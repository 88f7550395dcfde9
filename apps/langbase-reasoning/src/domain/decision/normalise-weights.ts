import { sumOf } from "./decision-matrix.ts";

/** Weights that add up to 1. One that is missing counts as the mean of those given; when all are 0 or missing, all are equal. */
export function normaliseWeights(weights: readonly (number | undefined)[]): number[] {
  const given = weights.filter((weight) => weight !== undefined);
  const mean = given.length === 0 ? 1 : sumOf(given) / given.length;
  const filled = weights.map((weight) => weight ?? mean);
  const total = sumOf(filled);
  return filled.map((weight) => (total > 0 ? weight / total : 1 / filled.length));
}

/** The weights when one of them moves to `value` and the others keep their proportions to each other. */
export function moveWeight(weights: readonly number[], moved: number, value: number): number[] {
  const rest = sumOf(weights.filter((_, index) => index !== moved));
  return weights.map((weight, index) => {
    if (index === moved) return value;
    return (1 - value) * (rest > 0 ? weight / rest : 1 / (weights.length - 1));
  });
}
