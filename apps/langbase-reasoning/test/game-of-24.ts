/** Four numbers that must make 24, each used once. */
export type Puzzle = readonly number[];

const TARGET = 24;
const CLOSE = 1e-9;

type Move = { text: string; rest: number[] };

/** Every way to join two of the numbers. */
export function movesOf(numbers: readonly number[]): Move[] {
  return resultsOf(numbers).map(({ left, sign, right, value, rest }) => ({
    text: `${shown(left)} ${sign} ${shown(right)} = ${shown(value)}`,
    rest,
  }));
}

function resultsOf(numbers: readonly number[]) {
  return numbers.flatMap((left, i) =>
    numbers.flatMap((right, j) => {
      if (i === j) return [];
      const others = numbers.filter((_, index) => index !== i && index !== j);
      const results: [string, number][] = [["-", left - right]];
      if (i < j) results.push(["+", left + right], ["*", left * right]);
      if (right !== 0) results.push(["/", left / right]);
      return results.map(([sign, value]) => ({
        left,
        sign,
        right,
        value,
        rest: [...others, value],
      }));
    }),
  );
}

const known = new Map<string, boolean>();

/** Whether the numbers can still make 24. */
export function isSolvable(numbers: readonly number[]): boolean {
  if (numbers.length === 1) return Math.abs((numbers[0] ?? 0) - TARGET) < CLOSE;
  const key = numbers.toSorted((left, right) => left - right).join(" ");
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const solvable = resultsOf(numbers).some(({ rest }) => isSolvable(rest));
  known.set(key, solvable);
  return solvable;
}

/** A state as a thought: the step taken and the numbers that are left. */
export function stateText(move: string, rest: readonly number[]): string {
  return `${move} (left: ${rest.map(shown).join(" ")})`;
}

/** The numbers that are left in a state; undefined if the text is none. */
export function numbersLeft(state: string): number[] | undefined {
  const listed = /left: ([-\d. ]+)\)/.exec(state)?.[1];
  return listed?.trim().split(/\s+/).map(Number);
}

/** Whether a path of states is a solution: each step must follow from the one before, and the last must leave 24. */
export function isSolution(puzzle: Puzzle, path: readonly string[]): boolean {
  let numbers: readonly number[] = puzzle;
  for (const state of path) {
    const next = movesOf(numbers).find(({ text, rest }) => stateText(text, rest) === state.trim());
    if (next === undefined) return false;
    numbers = next.rest;
  }
  return numbers.length === 1 && Math.abs((numbers[0] ?? 0) - TARGET) < CLOSE;
}

export function problemText(puzzle: Puzzle): string {
  return `Make 24 from the numbers ${puzzle.join(" ")}, each used once, with + - * /. A step joins two of the numbers that are left. Write each step exactly like this: 8 - 3 = 5 (left: 4 6 5)`;
}

/** Solvable puzzles, drawn by the given chance. */
export function drawPuzzles(count: number, random: () => number): Puzzle[] {
  const puzzles: Puzzle[] = [];
  while (puzzles.length < count) {
    const numbers = Array.from({ length: 4 }, () => 1 + Math.floor(random() * 13));
    if (isSolvable(numbers)) puzzles.push(numbers);
  }
  return puzzles;
}

function shown(value: number): string {
  return String(Number(value.toFixed(6)));
}
