import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  compare,
  divide,
  exactly,
  multiply,
  ONE,
  type Rational,
  squareRoot,
  subtract,
  sum,
  toNumber,
  ZERO,
} from "../../../test/exact-rational.ts";
import { decide, type DecisionMethod } from "./decide.ts";

const CASES = { numRuns: 2_000 };
const TOLERANCE = 1e-11;

const score = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 0.5, 0.5 + 1e-9, 0.5 - 1e-9, 1e-9) },
);
const weight = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 0.01, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1e-300, 1e-12, 1) },
);
const problem = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.record({
      matrix: fc.array(fc.array(score, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
      weights: fc.array(weight, { minLength: columns, maxLength: columns }),
    }),
  );

type Problem = { matrix: number[][]; weights: number[] };

function decideOn({ matrix, weights }: Problem, method: DecisionMethod) {
  return decide({
    alternatives: matrix.map((_, index) => `a${index}`),
    criteria: weights.map((share, index) => ({ name: `c${index}`, weight: share })),
    matrix,
    method,
  });
}

/** The scores in the order of the alternatives. */
function scoresOf(given: Problem, method: DecisionMethod): number[] {
  const { rankings } = decideOn(given, method);
  return given.matrix.map(
    (_, index) =>
      rankings.find(({ alternative }) => alternative === `a${index}`)?.score ?? Number.NaN,
  );
}

const square = (value: Rational) => multiply(value, value);
const extreme = (values: readonly Rational[], sign: 1 | -1) =>
  values.reduce((best, value) => (compare(value, best) === sign ? value : best));

function exactSums({ matrix, weights }: Problem): Rational[] {
  const shares = weights.map(exactly);
  const total = sum(shares);
  return matrix.map((row) =>
    divide(sum(row.map((value, index) => multiply(exactly(value), shares[index] ?? ZERO))), total),
  );
}

function exactCloseness({ matrix, weights }: Problem): Rational[] {
  const rows = matrix.map((row) => row.map(exactly));
  const columns = weights.map((_, index) => rows.map((row) => row[index] ?? ZERO));
  const lengths = columns.map((column) => sum(column.map(square)));
  const greatest = Math.max(...weights);
  // Only the proportions of weights count; scaled up, their squares keep their digits.
  const shares = weights.map((share) => square(divide(exactly(share), exactly(greatest))));
  const distance = (row: readonly Rational[], sign: 1 | -1) =>
    sum(
      row.map((value, index) => {
        const length = lengths[index] ?? ZERO;
        if (length.top === 0n) return ZERO;
        const end = extreme(columns[index] ?? [], sign);
        return divide(multiply(square(subtract(value, end)), shares[index] ?? ZERO), length);
      }),
    );
  return rows.map((row) => {
    const [best, worst] = [distance(row, 1), distance(row, -1)];
    if (best.top === 0n && worst.top === 0n) return { top: 1n, bottom: 2n };
    // A common factor brings both to a size of which the root keeps its digits.
    const scale = divide(ONE, add(best, worst));
    const [toBest, toWorst] = [best, worst].map((side) => squareRoot(multiply(side, scale)));
    return divide(toWorst ?? ZERO, add(toBest ?? ZERO, toWorst ?? ZERO));
  });
}

describe.each([
  ["weighted_sum", exactSums],
  ["topsis", exactCloseness],
] as const)("%s", (method, exactScores) => {
  test("gives the scores of exact fractions, for ordinary, nearly equal and tiny figures", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const expected = exactScores(given).map(toNumber);
        for (const [index, found] of scoresOf(given, method).entries())
          expect(Math.abs(found - (expected[index] ?? 0))).toBeLessThanOrEqual(TOLERANCE);
      }),
      CASES,
    );
  });

  test("recommends an alternative that no other beats by more than rounding", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { winner } = decideOn(given, method);
        const exact = exactScores(given).map(toNumber);
        const own = exact[Number(winner.alternative.slice(1))] ?? 0;
        expect(Math.max(...exact) - own).toBeLessThanOrEqual(TOLERANCE);
      }),
      CASES,
    );
  });
});

describe("the weight at which another alternative wins", () => {
  test("is where exact sums cross", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { winner, ranges } = decideOn(given, "weighted_sum");
        const place = Number(winner.alternative.slice(1));
        for (const [criterion, { lowest, highest }] of ranges.entries())
          for (const [weightThere, beyond] of [
            [lowest, -1],
            [highest, 1],
          ] as const) {
            if (weightThere === null) continue;
            const leads = (at: number) => {
              const rest = given.weights.filter((_, index) => index !== criterion);
              const total = sum(rest.map(exactly));
              const moved = given.weights.map((share, index) =>
                index === criterion
                  ? exactly(at)
                  : divide(multiply(subtract(ONE, exactly(at)), exactly(share)), total),
              );
              const value = (row: readonly number[]) =>
                sum(row.map((one, index) => multiply(exactly(one), moved[index] ?? ZERO)));
              const own = value(given.matrix[place] ?? []);
              return Math.min(...given.matrix.map((row) => toNumber(subtract(own, value(row)))));
            };
            // Beyond the crossing the winner is behind, or the gap is smaller than rounding.
            const step = 1e-6 * beyond;
            const past = Math.min(1, Math.max(0, weightThere + step));
            expect(leads(past)).toBeLessThanOrEqual(TOLERANCE);
          }
      }),
      CASES,
    );
  });
});

describe("pairwise", () => {
  test("gives consistent scores back in their proportions, exactly", () => {
    // Ratios within Saaty's scale: nothing is cut off, so the eigenvector is known.
    const near = fc.double({ min: 0.2, max: 1, noNaN: true });
    const consistent = fc.integer({ min: 2, max: 6 }).chain((rows) =>
      fc.record({
        matrix: fc.array(fc.tuple(near, near), { minLength: rows, maxLength: rows }),
        weights: fc.tuple(weight, weight),
      }),
    );
    fc.assert(
      fc.property(consistent, ({ matrix, weights }) => {
        const totals = [0, 1].map((column) => sum(matrix.map((row) => exactly(row[column] ?? 0))));
        const shares = weights.map(exactly);
        const expected = matrix.map((row) =>
          divide(
            sum(
              row.map((value, column) =>
                multiply(divide(exactly(value), totals[column] ?? ONE), shares[column] ?? ZERO),
              ),
            ),
            sum(shares),
          ),
        );
        const given = { matrix: matrix.map((row) => [...row]), weights: [...weights] };
        expect(decideOn(given, "pairwise").consistencyRatio).toBeLessThan(1e-6);
        for (const [index, found] of scoresOf(given, "pairwise").entries())
          expect(Math.abs(found - toNumber(expected[index] ?? ZERO))).toBeLessThanOrEqual(1e-9);
      }),
      CASES,
    );
  });
});

describe("the error of scores at which another alternative wins", () => {
  test("is half the lead of a weighted sum within the scale", () => {
    const inside = fc.double({ min: 0.4, max: 0.6, noNaN: true });
    const cases = fc.record({
      matrix: fc.tuple(fc.tuple(inside, inside), fc.tuple(inside, inside)),
      weights: fc.tuple(weight, weight),
    });
    fc.assert(
      fc.property(cases, ({ matrix, weights }) => {
        const given = { matrix: matrix.map((row) => [...row]), weights: [...weights] };
        const [first = ZERO, second = ZERO] = exactSums(given);
        const half = Math.abs(toNumber(subtract(first, second))) / 2;
        expect(decideOn(given, "weighted_sum").scoreMargin).toBeCloseTo(half, 5);
      }),
      CASES,
    );
  });

  test.each(["weighted_sum", "topsis", "pairwise"] as const)(
    "is null or within the scale for %s",
    (method) => {
      fc.assert(
        fc.property(problem, (given) => {
          const { scoreMargin } = decideOn(given, method);
          expect(scoreMargin === null || (scoreMargin >= 0 && scoreMargin <= 1)).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
  );
});
