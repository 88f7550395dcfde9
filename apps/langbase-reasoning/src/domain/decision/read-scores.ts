import { asObject } from "../answer/parse-json-object.ts";
import { toNumber } from "../answer/lenient-fields.ts";
import { spellings } from "./spellings.ts";

/** Rows of scores by alternative and criterion; undefined where there is none. */
export type LooseMatrix = (number | undefined)[][];

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
    row.set(column, Math.min(1, Math.max(0, number)));
  }
  return alternatives.map((name) => criteria.map((criterion) => rows.get(name)?.get(criterion)));
}

/** The criteria that scores speak of, in order of appearance. */
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
