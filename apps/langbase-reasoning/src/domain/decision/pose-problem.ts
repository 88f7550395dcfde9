import type { ReasoningMakeDecisionInput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import { invalid, reasoningError } from "../reasoning-error.ts";
import { counted, joinWords } from "../words.ts";
import type { DecisionProblem } from "./decide.ts";
import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";
import { type Judgements, judgementsFromScores, withinScale } from "./pairwise.ts";
import { criteriaIn, givenScores, readScores, spellings } from "./read-scores.ts";
import { divisorOf, type ScaledCriterion, scaleValues } from "./scales.ts";

/** A model's answer about a decision. */
type ModelJudgement = {
  criteria: { name?: string | undefined; weight?: number | undefined }[];
  scores?: unknown;
  judgements: Judgement[];
  rankings: { alternative?: string | undefined; score?: unknown }[];
};

type Criterion = ScaledCriterion & { weight?: number | undefined };

/** `unrated` are the alternatives that a model left out altogether; they are left out of the problem. */
type PosedProblem = { problem: DecisionProblem; unrated: string[]; notes: string[] };

const OVERALL = "overall";

/** The problem with the caller's scores. */
export function problemFromScores(
  { alternatives, criteria, method }: ReasoningMakeDecisionInput,
  scores: NonNullable<ReasoningMakeDecisionInput["scores"]>,
): PosedProblem {
  const named = criteriaOf(criteria, criteriaIn(scores));
  if (named.length === 0) throw invalid("scores", "Scores must name at least one criterion");
  const values = givenScores(
    scores,
    alternatives,
    named.map(({ name }) => name),
  );
  const { matrix, notes } = scaleValues(values, alternatives, named);
  return {
    problem: { alternatives, criteria: named, matrix, method },
    unrated: [],
    notes: [...notes, ...weightNotes(named)],
  };
}

/**
 * The problem with a model's scores. An alternative without any is left out; where one of several is missing, the lowest
 * given for that criterion stands in, so that nobody wins by not being rated.
 */
export function problemFromModel(
  { alternatives, criteria: asked, method }: ReasoningMakeDecisionInput,
  said: ModelJudgement,
): PosedProblem {
  const chosen = criteriaOf(asked, proposedCriteria(said));
  const names = chosen.map(({ name }) => name);
  const criterionOf = spellings(names);
  const weights = new Map(
    said.criteria.map(({ name = "", weight }) => [criterionOf(name), weight]),
  );
  const criteria = chosen.map(({ name, weight }) => ({
    name,
    weight: weight ?? weights.get(name),
  }));
  const { cells, notes } = unitScores(readScores(said.scores, alternatives, names));
  if (cells.flat().every((cell) => cell === undefined))
    return overallProblem(alternatives, method, said);
  const { rated, unrated, matrix, missing } = fillGaps(cells, alternatives);
  const problem = {
    alternatives: rated,
    criteria,
    matrix,
    method,
    ...(method === "pairwise" && {
      judgements: collectJudgements(rated, names, matrix, said.judgements),
    }),
  };
  const gaps =
    missing > 0
      ? [
          `The model left out ${counted(missing, "score")}; each counts as the lowest given for its criterion.`,
        ]
      : [];
  return {
    problem,
    unrated,
    notes: [...notes, ...unratedNotes(unrated), ...gaps, ...weightNotes(criteria)],
  };
}

type LooseCells = (number | undefined)[][];

/** Figures on a scale of 10 or 100 as scores from 0 to 1. */
function unitScores(cells: LooseCells): { cells: LooseCells; notes: string[] } {
  const divisor = divisorOf(cells.flat().filter((cell) => cell !== undefined));
  if (divisor === undefined)
    throw reasoningError(
      "ApiError",
      "The model's scores are on no common scale from 0 to 1. Try again, or pass `scores`.",
    );
  if (divisor === 1) return { cells, notes: [] };
  return {
    cells: cells.map((row) => row.map((cell) => (cell === undefined ? cell : cell / divisor))),
    notes: [`The model rated from 0 to ${divisor}; its scores were divided by ${divisor}.`],
  };
}

function fillGaps(cells: LooseCells, alternatives: readonly string[]) {
  const isRated = cells.map((row) => row.some((cell) => cell !== undefined));
  const rated = alternatives.filter((_, index) => isRated[index]);
  if (rated.length < 2)
    throw reasoningError(
      "ApiError",
      `The model rated only ${rated[0] ?? "none"} of the ${alternatives.length} alternatives. Try again, or pass \`scores\`.`,
    );
  const kept = cells.filter((_, index) => isRated[index]);
  const lowest = (kept[0] ?? []).map((_, column) => {
    const given = kept.flatMap((row) => row[column] ?? []);
    return given.length === 0 ? 0 : Math.min(...given);
  });
  return {
    rated,
    unrated: alternatives.filter((_, index) => !isRated[index]),
    matrix: kept.map((row) => row.map((cell, column) => cell ?? lowest[column] ?? 0)),
    missing: kept.flat().filter((cell) => cell === undefined).length,
  };
}

function unratedNotes(unrated: readonly string[]): string[] {
  if (unrated.length === 0) return [];
  return [
    `The model did not rate ${joinWords(unrated)}, which cannot win and came last without a score.`,
  ];
}

/** The caller's criteria, else the proposed ones. */
function criteriaOf(
  asked: readonly Criterion[] | undefined,
  proposed: readonly string[],
): readonly Criterion[] {
  return asked !== undefined && asked.length > 0 ? asked : proposed.map((name) => ({ name }));
}

/** The criteria that a model lists, and those that only its scores mention. */
function proposedCriteria({ criteria, scores }: ModelJudgement): string[] {
  const listed = [...new Set(criteria.flatMap(({ name }) => name ?? []))];
  const criterionOf = spellings(listed);
  return [...listed, ...criteriaIn(scores).filter((name) => criterionOf(name) === undefined)];
}

/** Scores of a model that only rates each alternative as a whole. */
function overallProblem(
  alternatives: readonly string[],
  method: DecisionProblem["method"],
  { rankings }: ModelJudgement,
): PosedProblem {
  const scores = rankings.map((ranking) => ({ ...ranking, criterion: OVERALL }));
  const { cells, notes } = unitScores(readScores(scores, alternatives, [OVERALL]));
  if (cells.flat().every((cell) => cell === undefined))
    throw reasoningError(
      "ApiError",
      "The model's answer has no scores for the alternatives. Try again, or pass `scores`.",
    );
  const { rated, unrated, matrix } = fillGaps(cells, alternatives);
  return {
    problem: { alternatives: rated, criteria: [{ name: OVERALL }], matrix, method },
    unrated,
    notes: [
      "The model rated the alternatives on the whole, not by criteria.",
      ...notes,
      ...unratedNotes(unrated),
    ],
  };
}

function weightNotes(criteria: readonly Criterion[]): string[] {
  const given = criteria.filter(({ weight }) => weight !== undefined);
  if (given.length > 0 && given.every(({ weight }) => weight === 0))
    return ["All weights are 0, so that all criteria count alike."];
  if (given.length === 0 || given.length === criteria.length) return [];
  return ["Criteria without a weight got the mean of the weights given."];
}

/** `left` is preferred `ratio` times to `right` under a criterion; a model may leave out any of it. */
type Judgement = {
  criterion?: string | undefined;
  left?: string | undefined;
  right?: string | undefined;
  ratio?: number | undefined;
};

/** The judgement matrix of each judged criterion. Pairs without a judgement follow from the scores. */
function collectJudgements(
  alternatives: readonly string[],
  criteria: readonly string[],
  matrix: DecisionMatrix,
  judged: readonly Judgement[],
): (Judgements | undefined)[] {
  const [alternativeOf, criterionOf] = [spellings(alternatives), spellings(criteria)];
  const indexOf = (said = "") => alternatives.indexOf(alternativeOf(said) ?? said);
  return criteria.map((criterion, index) => {
    const own = judged.filter((judgement) => criterionOf(judgement.criterion ?? "") === criterion);
    if (own.length === 0) return undefined;
    const cells = judgementsFromScores(columnOf(matrix, index));
    for (const { left, right, ratio = 0 } of own) {
      const [row, column] = [indexOf(left), indexOf(right)];
      if (row === column || ratio <= 0) continue;
      setCell(cells, row, column, withinScale(ratio));
      setCell(cells, column, row, 1 / withinScale(ratio));
    }
    return cells;
  });
}

function setCell(cells: number[][], row: number, column: number, value: number): void {
  const line = cells[row];
  if (line !== undefined && column in line) line[column] = value;
}
