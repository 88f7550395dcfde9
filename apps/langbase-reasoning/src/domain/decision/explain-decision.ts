import { shortNumber, tidy } from "../numbers.ts";
import { joinWords } from "../words.ts";
import type { CriterionRange, Decision, DecisionProblem } from "./decide.ts";
import { spellings } from "./read-scores.ts";

type TradeOff = { between: string[]; description: string };

const RIVALS_EXPLAINED = 2;
// A recommendation that a shift of ten points overturns depends on how the weights were guessed.
const NARROW_MARGIN = 0.1;

/** Why the first alternative is first. */
export function explainWinner(
  problem: DecisionProblem,
  { winner: first, rankings }: Decision,
): string {
  const second = rankings[1];
  const scores = rowOf(problem, first.alternative);
  const strengths = problem.criteria.flatMap(({ name }, index) => {
    const score = scores[index] ?? 0;
    const leads = problem.matrix.every((row) => (row[index] ?? 0) <= score);
    return leads ? [`${name} (${shortNumber(score)})`] : [];
  });
  const reason =
    strengths.length > 0 ? `it leads on ${joinWords(strengths)}` : "it is the best balanced";
  const start = `${first.alternative} has the highest score, ${shortNumber(first.score)}: ${reason}.`;
  if (second === undefined || second.rank > 1) return start;
  return `${start} ${second.alternative} has the same score; the order given decided.`;
}

/** The price of choosing the winner, compared with the next alternatives. */
export function explainTradeOffs(
  problem: DecisionProblem,
  { winner, rankings }: Decision,
): TradeOff[] {
  const first = winner.alternative;
  return rankings.slice(1, 1 + RIVALS_EXPLAINED).map(({ alternative: rival }) => ({
    between: [first, rival],
    description: compare(problem, first, rival),
  }));
}

function compare(problem: DecisionProblem, first: string, rival: string): string {
  const leads = (ahead: readonly number[], behind: readonly number[]) =>
    problem.criteria.flatMap(({ name }, index) => {
      const [more, less] = [ahead[index] ?? 0, behind[index] ?? 0];
      return more > less ? [`${name} (${shortNumber(more)} against ${shortNumber(less)})`] : [];
    });
  const [own, other] = [rowOf(problem, first), rowOf(problem, rival)];
  const [won, lost] = [leads(own, other), leads(other, own)];
  if (won.length === 0 && lost.length === 0) return `${first} and ${rival} score alike everywhere.`;
  if (lost.length === 0)
    return `${first} is ahead on ${joinWords(won)} and nowhere behind ${rival}.`;
  if (won.length === 0)
    return `${rival} is ahead on ${joinWords(lost)} and nowhere behind ${first}.`;
  return `${first} is ahead on ${joinWords(won)}; ${rival} is ahead on ${joinWords(lost)}.`;
}

// Scores are estimates: few people can tell 0.55 from 0.6.
const NARROW_SCORES = 0.05;

/** Explains how far weights and scores can move before another alternative wins. */
export function explainSensitivity({
  ranges,
  scoreMargin,
}: Pick<Decision, "ranges" | "scoreMargin">) {
  const margins = ranges
    .map((range) => ({ range, margin: marginOf(range) }))
    .filter(({ margin }) => margin < Infinity)
    .toSorted((left, right) => left.margin - right.margin);
  const sentences = margins.flatMap(({ range }) => sentencesOf(range));
  const ofWeights =
    sentences.length > 0 ? sentences : ["No change of a single weight changes the recommendation."];
  return {
    stable:
      margins.every(({ margin }) => margin > NARROW_MARGIN) &&
      (scoreMargin === null || scoreMargin > NARROW_SCORES),
    critical_criteria: margins.map(({ range }) => range.criterion),
    notes: [...ofWeights, ...scoreSentences(scoreMargin)].join(" "),
    score_margin: scoreMargin,
  };
}

function scoreSentences(margin: number | null): string[] {
  if (margin === null || margin > NARROW_SCORES) return [];
  return [
    `It also changes if the scores are off by ${shortNumber(margin) === "0" ? "less than 0.001" : shortNumber(margin)}.`,
  ];
}

function marginOf({ weight, lowest, highest }: CriterionRange): number {
  return Math.min(
    lowest === null ? Infinity : tidy(weight - lowest),
    highest === null ? Infinity : tidy(highest - weight),
  );
}

function sentencesOf({ criterion, weight, lowest, highest }: CriterionRange): string[] {
  const now = `(now ${shortNumber(weight)})`;
  const start = `The recommendation changes if the weight of ${criterion}`;
  return [
    ...(lowest === null ? [] : [`${start} drops below ${shortNumber(lowest)} ${now}.`]),
    ...(highest === null ? [] : [`${start} rises above ${shortNumber(highest)} ${now}.`]),
  ];
}

function rowOf({ alternatives, matrix }: DecisionProblem, alternative: string): readonly number[] {
  return matrix[alternatives.indexOf(alternative)] ?? [];
}

type Said = { between: readonly string[]; description?: string | undefined };

/** The trade-offs that a model named between alternatives that exist. */
export function knownTradeOffs(said: readonly Said[], alternatives: readonly string[]): TradeOff[] {
  const alternativeOf = spellings(alternatives);
  return said.flatMap(({ between, description }) => {
    const known = [...new Set(between.flatMap((name) => alternativeOf(name) ?? []))];
    return known.length >= 2 && description !== undefined ? [{ between: known, description }] : [];
  });
}

/** The scores as alternative → criterion → score. */
export function tableOf({ alternatives, criteria, matrix }: DecisionProblem) {
  const rows = alternatives.map((alternative, row) => [
    alternative,
    Object.fromEntries(criteria.map(({ name }, column) => [name, matrix[row]?.[column] ?? 0])),
  ]);
  return Object.fromEntries(rows) as Record<string, Record<string, number>>;
}
