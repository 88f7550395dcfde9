import { toNumber } from "../answer/answer-shape.ts";
import { asObject } from "../answer/json-objects.ts";
import { invalid } from "../reasoning-error.ts";
import type { DecisionMatrix } from "./decision-matrix.ts";

/** Rows of scores by alternative and criterion; undefined if there are none. */
type LooseMatrix = (number | undefined)[][];

type Cell = { alternative: string; criterion: string; score: unknown };

/** Scores in the forms in which models give them: nested objects, or lists that name alternative and criterion. */
export function readScores(
  scores: unknown,
  alternatives: readonly string[],
  criteria: readonly string[],
): LooseMatrix {
  const [alternativeOf, criterionOf] = [spellings(alternatives), spellings(criteria)];
  const rows = new Map(alternatives.map((name) => [name, new Map<string, number>()]));
  for (const { alternative, criterion, score } of cellsOf(scores)) {
    const [row, column] = [rows.get(alternativeOf(alternative) ?? ""), criterionOf(criterion)];
    const number = toNumber(score);
    if (row === undefined || column === undefined || number === undefined) continue;
    row.set(column, number);
  }
  return alternatives.map((name) => criteria.map((criterion) => rows.get(name)?.get(criterion)));
}

/** The criteria that the scores mention, in order of appearance. */
export function criteriaIn(scores: unknown): string[] {
  return [...new Set(cellsOf(scores).map(({ criterion }) => criterion))];
}

function cellsOf(scores: unknown): Cell[] {
  const object = asObject(scores);
  if (object !== undefined)
    return Object.entries(object).flatMap(([alternative, row]) => cellsOfRow(alternative, row));
  return (Array.isArray(scores) ? scores : []).flatMap((item) => {
    const { alternative, criterion, score, scores: nested } = asObject(item) ?? {};
    if (typeof alternative !== "string") return [];
    return typeof criterion === "string" && asObject(nested) === undefined
      ? [{ alternative, criterion, score }]
      : cellsOfRow(alternative, nested);
  });
}

function cellsOfRow(alternative: string, row: unknown): Cell[] {
  return Object.entries(asObject(row) ?? {}).map(([criterion, score]) => ({
    alternative,
    criterion,
    score,
  }));
}

type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The caller's scores as a matrix. Each alternative needs one for each criterion, and no others are allowed. */
export function givenScores(
  scores: Scores,
  alternatives: readonly string[],
  criteria: readonly string[],
): DecisionMatrix {
  const rows = new Map(
    Object.entries(scores).map(([name, row]) => [name, new Map(Object.entries(row))]),
  );
  const [knownAlternatives, knownCriteria] = [new Set(alternatives), new Set(criteria)];
  for (const [alternative, row] of rows) {
    if (!knownAlternatives.has(alternative))
      throw invalid(`scores.${alternative}`, "Not one of the alternatives");
    for (const criterion of row.keys())
      if (!knownCriteria.has(criterion))
        throw invalid(`scores.${alternative}.${criterion}`, "Not one of the criteria");
  }
  return alternatives.map((alternative) =>
    criteria.map((criterion) => {
      const score = rows.get(alternative)?.get(criterion);
      if (score === undefined) throw invalid(`scores.${alternative}.${criterion}`, "Missing score");
      return score;
    }),
  );
}

/**
 * Finds the name that a model means: the one with exactly its spelling, else the only one that differs just in
 * case and punctuation.
 */
export function spellings(names: readonly string[]): (said: string) => string | undefined {
  const exact = new Set(names);
  const loose = new Map<string, string | undefined>();
  for (const name of exact) loose.set(plain(name), loose.has(plain(name)) ? undefined : name);
  loose.delete("");
  return (said) => (exact.has(said) ? said : loose.get(plain(said)));
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
