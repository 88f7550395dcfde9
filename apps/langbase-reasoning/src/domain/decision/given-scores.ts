import { invalid } from "../reasoning-error.ts";
import type { DecisionMatrix } from "./decision-matrix.ts";

type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The caller's scores as a matrix; each alternative needs one for each criterion, and nothing else may stand there. */
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
