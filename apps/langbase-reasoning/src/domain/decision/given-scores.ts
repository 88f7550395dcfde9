import { invalid } from "../reasoning-error.ts";
import type { DecisionMatrix } from "./decision-matrix.ts";

type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The caller's scores as a matrix; each alternative needs one for each criterion, and nothing else may stand there. */
export function givenScores(
  scores: Scores,
  alternatives: readonly string[],
  criteria: readonly string[],
): DecisionMatrix {
  for (const [alternative, row] of Object.entries(scores)) {
    if (!alternatives.includes(alternative))
      throw invalid(`scores.${alternative}`, "Not one of the alternatives");
    const stray = Object.keys(row).find((criterion) => !criteria.includes(criterion));
    if (stray !== undefined)
      throw invalid(`scores.${alternative}.${stray}`, "Not one of the criteria");
  }
  return alternatives.map((alternative) =>
    criteria.map((criterion) => {
      const row = Object.hasOwn(scores, alternative) ? scores[alternative] : undefined;
      const score = row !== undefined && Object.hasOwn(row, criterion) ? row[criterion] : undefined;
      if (score === undefined) throw invalid(`scores.${alternative}.${criterion}`, "Missing score");
      return score;
    }),
  );
}
