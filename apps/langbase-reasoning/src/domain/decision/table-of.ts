import type { DecisionProblem } from "./decide.ts";

/** The scores as alternative → criterion → score. */
export function tableOf({ alternatives, criteria, matrix }: DecisionProblem) {
  const rows = alternatives.map((alternative, row) => [
    alternative,
    Object.fromEntries(criteria.map(({ name }, column) => [name, matrix[row]?.[column] ?? 0])),
  ]);
  return Object.fromEntries(rows) as Record<string, Record<string, number>>;
}
