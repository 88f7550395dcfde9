import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";
import { type Judgements, judgementsFromScores, withinScale } from "./pairwise.ts";

/** `left` is preferred `ratio` times to `right`. */
export type Judgement = { criterion: string; left: string; right: string; ratio: number };

/** The judgement matrix of each criterion that was judged; pairs nobody judged follow from the scores. */
export function collectJudgements(
  alternatives: readonly string[],
  criteria: readonly string[],
  matrix: DecisionMatrix,
  judged: readonly Judgement[],
): (Judgements | undefined)[] {
  return criteria.map((criterion, index) => {
    const own = judged.filter((judgement) => judgement.criterion === criterion);
    if (own.length === 0) return undefined;
    const cells = judgementsFromScores(columnOf(matrix, index));
    for (const { left, right, ratio } of own) {
      const [row, column] = [alternatives.indexOf(left), alternatives.indexOf(right)];
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
