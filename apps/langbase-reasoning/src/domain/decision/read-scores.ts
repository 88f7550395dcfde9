import { asObject } from "../answer/parse-json-object.ts";
import { toNumber } from "../answer/lenient-fields.ts";

/** Rows of scores by alternative and criterion; undefined where there is none. */
export type LooseMatrix = (number | undefined)[][];

/** Scores in the forms in which models give them: nested objects, or lists that name alternative and criterion. */
export function readScores(
  scores: unknown,
  alternatives: readonly string[],
  criteria: readonly string[],
): LooseMatrix {
  const table = asTable(scores);
  return alternatives.map((alternative) => {
    const row = lookUp(table, alternative);
    return criteria.map((criterion) => {
      const number = toNumber(lookUp(asObject(row) ?? {}, criterion));
      return number === undefined ? undefined : Math.min(1, Math.max(0, number));
    });
  });
}

/** The criteria that scores speak of, in order of appearance. */
export function criteriaIn(scores: unknown): string[] {
  const rows = Object.values(asTable(scores));
  return [...new Set(rows.flatMap((row) => Object.keys(asObject(row) ?? {})))];
}

function asTable(scores: unknown): Record<string, unknown> {
  const object = asObject(scores);
  if (object !== undefined) return object;
  const table: Record<string, Record<string, unknown>> = {};
  for (const item of Array.isArray(scores) ? scores.map(asObject) : []) {
    const { alternative, criterion, score, scores: nested } = item ?? {};
    if (typeof alternative !== "string") continue;
    const row = asObject(nested) ?? (typeof criterion === "string" ? { [criterion]: score } : {});
    table[alternative] = { ...table[alternative], ...row };
  }
  return table;
}

function lookUp(table: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(table, name)) return table[name];
  const wanted = plain(name);
  return Object.entries(table).find(([key]) => plain(key) === wanted)?.[1];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
