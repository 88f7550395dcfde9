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
  /** The error in every score at which another alternative may win; null if none up to the whole scale. */
  scoreMargin: number | null;
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
  const scoreMargin = findScoreMargin(problem, weights, rankings);
  return {
    winner,
    rankings,
    ranges,
    scoreMargin,
    ...(method === "pairwise" && { consistencyRatio }),
  };
}

const RIVALS_TRIED = 2;
// Each try of a pairwise comparison solves an eigenvalue problem per criterion.
const BISECTIONS = { weighted_sum: 20, topsis: 20, pairwise: 10 };

/** The smallest error at which a rival wins if the winner was rated too high by it everywhere, and the rival too low. */
function findScoreMargin(
  problem: DecisionProblem,
  weights: readonly number[],
  [winner, ...rivals]: readonly Ranked[],
): number | null {
  // Judgements of pairs are not scores: an error in a score would not change them.
  if (winner === undefined || problem.judgements?.some((judged) => judged !== undefined))
    return null;
  const margins = rivals.slice(0, RIVALS_TRIED).flatMap((rival) => {
    const leadAt = (error: number) => leadWithError(problem, weights, { winner, rival, error });
    if (leadAt(1) >= 0) return [];
    let [held, lost] = [0, 1];
    for (let step = 0; step < BISECTIONS[problem.method]; step += 1) {
      const middle = (held + lost) / 2;
      if (leadAt(middle) >= 0) held = middle;
      else lost = middle;
    }
    return [tidy(lost)];
  });
  return margins.length === 0 ? null : Math.min(...margins);
}

function leadWithError(
  problem: DecisionProblem,
  weights: readonly number[],
  { winner, rival, error }: { winner: Ranked; rival: Ranked; error: number },
): number {
  const { alternatives, matrix } = problem;
  const [first, second] = [winner, rival].map(({ alternative }) =>
    alternatives.indexOf(alternative),
  );
  const shifted = matrix.map((row, index) => {
    const shift = index === first ? -error : index === second ? error : 0;
    return row.map((score) => Math.min(1, Math.max(0, score + shift)));
  });
  const { scores } = methodOf({ ...problem, matrix: shifted }, weights);
  return (scores[first ?? 0] ?? 0) - (scores[second ?? 0] ?? 0);
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
