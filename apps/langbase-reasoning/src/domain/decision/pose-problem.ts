import type { ReasoningMakeDecisionInput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import { invalid, reasoningError } from "../reasoning-error.ts";
import { counted } from "../words.ts";
import type { DecisionProblem } from "./decide.ts";
import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";
import { type Judgements, judgementsFromScores, withinScale } from "./pairwise.ts";
import { criteriaIn, givenScores, readScores, spellings } from "./read-scores.ts";

/** A model's answer about a decision. */
type ModelJudgement = {
  criteria: { name?: string | undefined; weight?: number | undefined }[];
  scores?: unknown;
  judgements: Judgement[];
  rankings: { alternative?: string | undefined; score?: number | undefined }[];
};

type Criterion = { name: string; weight?: number | undefined };

type PosedProblem = { problem: DecisionProblem; notes: string[] };

const NEUTRAL = 0.5;
const OVERALL = "overall";

/** The problem with the caller's scores. */
export function problemFromScores(
  { alternatives, criteria, method }: ReasoningMakeDecisionInput,
  scores: NonNullable<ReasoningMakeDecisionInput["scores"]>,
): PosedProblem {
  const named = criteriaOf(criteria, criteriaIn(scores));
  if (named.length === 0) throw invalid("scores", "Scores must name at least one criterion");
  const matrix = givenScores(
    scores,
    alternatives,
    named.map(({ name }) => name),
  );
  return { problem: { alternatives, criteria: named, matrix, method }, notes: weightNotes(named) };
}

/** The problem with a model's scores. Missing ones count as neutral, and a note says so. */
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
  const cells = readScores(said.scores, alternatives, names);
  const missing = cells.flat().filter((cell) => cell === undefined).length;
  if (missing === alternatives.length * names.length)
    return overallProblem(alternatives, method, said);
  const matrix = cells.map((row) => row.map((cell) => cell ?? NEUTRAL));
  const problem = {
    alternatives,
    criteria,
    matrix,
    method,
    ...(method === "pairwise" && {
      judgements: collectJudgements(alternatives, names, matrix, said.judgements),
    }),
  };
  const gaps =
    missing > 0
      ? [`The model left out ${counted(missing, "score")}; each counts as ${NEUTRAL}.`]
      : [];
  return { problem, notes: [...gaps, ...weightNotes(criteria)] };
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
  const cells = readScores(scores, alternatives, [OVERALL]);
  if (cells.flat().includes(undefined))
    throw reasoningError(
      "ApiError",
      "The model's answer has no scores for the alternatives. Try again, or pass `scores`.",
    );
  const matrix = cells.map((row) => row.map((cell) => cell ?? NEUTRAL));
  return {
    problem: { alternatives, criteria: [{ name: OVERALL }], matrix, method },
    notes: ["The model rated the alternatives on the whole, not by criteria."],
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
