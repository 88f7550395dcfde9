import { shortNumber } from "../numbers.ts";
import { invalid } from "../reasoning-error.ts";
import { columnOf, type DecisionMatrix } from "./decision-matrix.ts";

/** A criterion with the scale on which the caller gives its values. */
export type ScaledCriterion = {
  name: string;
  direction?: "benefit" | "cost" | undefined;
  min?: number | undefined;
  max?: number | undefined;
};

type Scaled = { matrix: DecisionMatrix; notes: string[] };

const ALIKE = 0.5;

/** The caller's values as scores from 0 to 1 of which more is better. Notes say what was rescaled. */
export function scaleValues(
  values: DecisionMatrix,
  alternatives: readonly string[],
  criteria: readonly ScaledCriterion[],
): Scaled {
  const notes: string[] = [];
  const columns = criteria.map((criterion, index) => {
    const column = columnOf(values, index);
    const range = rangeOf(criterion, column, index);
    for (const [row, value] of column.entries())
      if (value < range.min || value > range.max)
        throw invalid(
          `scores.${alternatives[row]}.${criterion.name}`,
          `Must be from ${range.min} to ${range.max}`,
        );
    if (range.isGuessed) notes.push(rescalingNote(criterion, range));
    return column.map((value) => toScore(value, range, criterion.direction));
  });
  return {
    matrix: values.map((_, row) => columns.map((column) => column[row] ?? 0)),
    notes,
  };
}

type Range = { min: number; max: number; isGuessed: boolean };

/** The stated range, else 0 to 1 if all values are within, else the lowest and the highest value. */
function rangeOf({ min, max }: ScaledCriterion, column: readonly number[], index: number): Range {
  const [lowest, highest] = [Math.min(...column), Math.max(...column)];
  if (min === undefined && max === undefined && lowest >= 0 && highest <= 1)
    return { min: 0, max: 1, isGuessed: false };
  const range = { min: min ?? lowest, max: max ?? highest };
  if (range.min > range.max || (min !== undefined && min === max))
    throw invalid(`criteria.${index}.max`, "Must be greater than min");
  return { ...range, isGuessed: min === undefined || max === undefined };
}

function toScore(value: number, { min, max }: Range, direction: ScaledCriterion["direction"]) {
  const width = max - min;
  if (width === 0) return ALIKE;
  // Each end is reached exactly, also where the width overflows.
  const share = Number.isFinite(width)
    ? (value - min) / width
    : (value / 2 - min / 2) / (max / 2 - min / 2);
  return direction === "cost" ? 1 - share : share;
}

function rescalingNote({ name, direction }: ScaledCriterion, { min, max }: Range): string {
  const ends = `${shortNumber(min)} to ${shortNumber(max)}`;
  const sense =
    direction === undefined
      ? "more counts as better; set its direction to cost if less is better"
      : direction === "cost"
        ? "less is better"
        : "more is better";
  return `The values of ${name} were rescaled from ${ends}, the lowest and the highest given; ${sense}.`;
}

const SCALES = [1, 10, 100];
const SHARE_BEYOND = 0.5;

/**
 * The number by which figures of a model must be divided to be from 0 to 1: 10 or 100 if most of them are beyond 1, and
 * undefined if they are on no common scale.
 */
export function divisorOf(figures: readonly number[]): number | undefined {
  if (figures.some((figure) => figure < 0)) return undefined;
  const highest = Math.max(0, ...figures);
  const divisor = SCALES.find((scale) => highest <= scale);
  if (divisor === undefined || divisor === 1) return divisor;
  const beyond = figures.filter((figure) => figure > 1).length;
  return beyond >= figures.length * SHARE_BEYOND ? divisor : undefined;
}
