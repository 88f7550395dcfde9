import type { DecisionMatrix } from "./decision-matrix.ts";
import { normaliseWeights } from "./normalise-weights.ts";
import { type Judgements, pairwise } from "./pairwise.ts";
import { rankAlternatives, type Ranked } from "./rank-alternatives.ts";
import { closeness, distancesToIdeal } from "./topsis.ts";
import { type WeightRange, weightRangeOfSum, weightRangeOfTopsis } from "./weight-range.ts";
import { weightedSum } from "./weighted-sum.ts";

export type DecisionMethod = "weighted_sum" | "pairwise" | "topsis";

export type DecisionProblem = {
  alternatives: readonly string[];
  criteria: readonly { name: string; weight?: number | undefined }[];
  matrix: DecisionMatrix;
  method: DecisionMethod;
  judgements?: readonly (Judgements | undefined)[] | undefined;
};

export type CriterionRange = WeightRange & { criterion: string; weight: number };

export type Decision = {
  winner: Ranked;
  rankings: Ranked[];
  ranges: CriterionRange[];
  consistencyRatio?: number;
};

/** Ranks the alternatives and finds out how far each weight can move before another one wins. */
export function decide(problem: DecisionProblem): Decision {
  const { alternatives, criteria, method } = problem;
  const weights = normaliseWeights(criteria.map(({ weight }) => weight));
  const { scores, rangeOf, consistencyRatio } = methodOf(problem, weights);
  const rankings = rankAlternatives(alternatives, scores);
  const [winner] = rankings;
  if (winner === undefined) throw new Error("There is nothing to decide between.");
  const place = alternatives.indexOf(winner.alternative);
  const ranges = criteria.map(({ name }, index) => ({
    criterion: name,
    weight: Math.min(1, weights[index] ?? 0),
    ...rangeOf(place, index),
  }));
  return { winner, rankings, ranges, ...(method === "pairwise" && { consistencyRatio }) };
}

function methodOf({ method, matrix, judgements }: DecisionProblem, weights: readonly number[]) {
  if (method === "topsis") {
    const distances = distancesToIdeal(matrix);
    return {
      scores: distances.map((row) => closeness(row, weights)),
      rangeOf: (winner: number, criterion: number) =>
        weightRangeOfTopsis(distances, weights, winner, criterion),
      consistencyRatio: 0,
    };
  }
  const compared = method === "pairwise" ? pairwise(matrix, judgements) : undefined;
  const values = compared?.priorities ?? matrix;
  return {
    scores: weightedSum(values, weights),
    rangeOf: (winner: number, criterion: number) =>
      weightRangeOfSum(values, weights, winner, criterion),
    consistencyRatio: compared?.consistencyRatio ?? 0,
  };
}
