import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";
import { type Judgements, judgementsFromScores, withinScale } from "./pairwise.ts";
import { spellings } from "./spellings.ts";

/** `left` is preferred `ratio` times to `right` under a criterion; a model may leave out any of it. */
export type Judgement = {
  criterion?: string | undefined;
  left?: string | undefined;
  right?: string | undefined;
  ratio?: number | undefined;
};

/** The judgement matrix of each criterion that was judged; pairs nobody judged follow from the scores. */
export function collectJudgements(
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
