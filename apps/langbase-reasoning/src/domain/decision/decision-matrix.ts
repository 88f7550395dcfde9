/** One row per alternative, one column per criterion, each from 0 to 1, more is better. */
export type DecisionMatrix = readonly (readonly number[])[];

export function columnOf(matrix: DecisionMatrix, column: number): number[] {
  return matrix.map((row) => row[column] ?? 0);
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
