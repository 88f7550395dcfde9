import { tidy } from "../numbers.ts";
import { type DecisionMatrix, sumOf } from "./decision-matrix.ts";
import { type Judgements, pairwise } from "./pairwise.ts";
import { closeness, distancesToIdeal } from "./topsis.ts";
import {
  normaliseWeights,
  type WeightRange,
  weightRangeOfSum,
  weightRangeOfTopsis,
} from "./weights.ts";

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

type Ranked = { alternative: string; score: number; rank: number };

/** Best first. Equal scores share a rank and keep the order in which they were given. */
function rankAlternatives(names: readonly string[], scores: readonly number[]): Ranked[] {
  const sorted = names
    .map((alternative, index) => ({ alternative, score: tidy(scores[index] ?? 0), index }))
    .toSorted((left, right) => right.score - left.score || left.index - right.index);
  const ranked: Ranked[] = [];
  for (const [place, { alternative, score }] of sorted.entries()) {
    const before = ranked.at(-1);
    const rank = before?.score === score ? before.rank : place + 1;
    ranked.push({ alternative, score, rank });
  }
  return ranked;
}

/** Simple additive weighting with weights that add up to 1. */
function weightedSum(matrix: DecisionMatrix, weights: readonly number[]): number[] {
  return matrix.map((row) =>
    Math.min(1, sumOf(row.map((score, criterion) => score * (weights[criterion] ?? 0)))),
  );
}
