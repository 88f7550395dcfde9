import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, type DecisionMethod, type DecisionProblem } from "./decide.ts";
import { normaliseWeights } from "./weights.ts";

const METHODS: DecisionMethod[] = ["weighted_sum", "pairwise", "topsis"];

function problemOf(
  matrix: readonly (readonly number[])[],
  weights: readonly (number | undefined)[],
  method: DecisionMethod,
): DecisionProblem {
  return {
    alternatives: matrix.map((_, index) => `a${index}`),
    criteria: weights.map((weight, index) => ({ name: `c${index}`, weight })),
    matrix,
    method,
  };
}

function scoresOf(problem: DecisionProblem): number[] {
  const { rankings } = decide(problem);
  return problem.alternatives.map(
    (name) => rankings.find(({ alternative }) => alternative === name)?.score ?? Number.NaN,
  );
}

const close = (value: number) => expect.closeTo(value, 9) as number;

describe("worked examples", () => {
  test("weighted sum", () => {
    const problem = problemOf(
      [
        [0.9, 0.4, 0.7],
        [0.5, 0.8, 0.6],
        [0.3, 0.9, 0.9],
      ],
      [0.5, 0.3, 0.2],
      "weighted_sum",
    );
    expect(decide(problem).rankings).toEqual([
      { alternative: "a0", score: close(0.71), rank: 1 },
      { alternative: "a1", score: close(0.61), rank: 2 },
      { alternative: "a2", score: close(0.6), rank: 3 },
    ]);
  });

  test("TOPSIS, by hand", () => {
    // Columns (0.6, 0.8) and (0.8, 0.6) have length 1; with equal weights both differ by 0.1 per column.
    expect(
      scoresOf(
        problemOf(
          [
            [0.6, 0.8],
            [0.8, 0.6],
          ],
          [0.5, 0.5],
          "topsis",
        ),
      ),
    ).toEqual([0.5, 0.5]);
    // Three alternatives: lengths √0.5 and √0.41, worked out step by step.
    const [x, y] = [Math.sqrt(0.5), Math.sqrt(0.41)];
    const rows = [
      [0.5, 0],
      [0.4, 0.4],
      [0.3, 0.5],
    ] as const;
    const scaled = rows.map(([left, right]) => [(0.7 * left) / x, (0.3 * right) / y] as const);
    const best = [(0.7 * 0.5) / x, (0.3 * 0.5) / y] as const;
    const worst = [(0.7 * 0.3) / x, 0] as const;
    const expected = scaled.map(([left, right]) => {
      const toBest = Math.sqrt((left - best[0]) ** 2 + (right - best[1]) ** 2);
      const toWorst = Math.sqrt((left - worst[0]) ** 2 + (right - worst[1]) ** 2);
      return close(toWorst / (toBest + toWorst));
    });
    expect(scoresOf(problemOf(rows, [0.7, 0.3], "topsis"))).toEqual(expected);
  });

  test("AHP with consistent judgements gives back the shares of the scores", () => {
    const decided = decide(problemOf([[0.8], [0.4], [0.2]], [1], "pairwise"));
    expect(decided.consistencyRatio).toBe(0);
    expect(decided.rankings.map(({ score }) => score)).toEqual([
      close(4 / 7),
      close(2 / 7),
      close(1 / 7),
    ]);
  });

  test("AHP with Saaty's inconsistent 3 × 3 judgements", () => {
    // For order 3 the eigenvector is the geometric mean of the rows, and λ = 1 + r + 1/r with r = ∛(a12·a23/a13).
    const judgements = [
      [1, 1 / 2, 3],
      [2, 1, 4],
      [1 / 3, 1 / 4, 1],
    ];
    const means = judgements.map((row) =>
      Math.cbrt(row.reduce((product, cell) => product * cell, 1)),
    );
    const total = means.reduce((sum, mean) => sum + mean, 0);
    const r = Math.cbrt((0.5 * 4) / 3);
    const lambda = 1 + r + 1 / r;
    const decided = decide({
      ...problemOf([[0.5], [0.5], [0.5]], [1], "pairwise"),
      judgements: [judgements],
    });
    expect(decided.consistencyRatio).toEqual(close((lambda - 3) / 2 / 0.58));
    expect(decided.rankings).toEqual([
      { alternative: "a1", score: close((means[1] ?? 0) / total), rank: 1 },
      { alternative: "a0", score: close((means[0] ?? 0) / total), rank: 2 },
      { alternative: "a2", score: close((means[2] ?? 0) / total), rank: 3 },
    ]);
  });

  test("scores of 0 and beyond Saaty's scale", () => {
    const decided = decide(problemOf([[1], [0.05], [0]], [1], "pairwise"));
    expect(decided.consistencyRatio).toBeGreaterThan(0);
    expect(decided.rankings.map(({ alternative }) => alternative)).toEqual(["a0", "a1", "a2"]);
  });

  test("equal scores share a rank and keep their order", () => {
    const decided = decide(
      problemOf(
        [
          [0.2, 0.4],
          [0.5, 0.5],
          [0.4, 0.2],
          [0.1, 0.1],
        ],
        [1, 1],
        "weighted_sum",
      ),
    );
    expect(decided.rankings.map(({ alternative, rank }) => [alternative, rank])).toEqual([
      ["a1", 1],
      ["a0", 2],
      ["a2", 2],
      ["a3", 4],
    ]);
  });

  test("the weights at which another alternative wins", () => {
    const { ranges } = decide(
      problemOf(
        [
          [0.9, 0.5],
          [0.7, 0.6],
        ],
        [0.6, 0.4],
        "weighted_sum",
      ),
    );
    expect(ranges).toEqual([
      { criterion: "c0", weight: 0.6, lowest: close(1 / 3), highest: null },
      { criterion: "c1", weight: 0.4, lowest: null, highest: close(2 / 3) },
    ]);
  });

  test("a tie at the top is lost by the smallest move, a single criterion by none", () => {
    const tied = decide(
      problemOf(
        [
          [1, 0],
          [0, 1],
        ],
        [0.5, 0.5],
        "weighted_sum",
      ),
    );
    expect(tied.ranges[0]).toEqual({
      criterion: "c0",
      weight: 0.5,
      lowest: close(0.5),
      highest: null,
    });
    const single = decide(problemOf([[0.2], [0.1]], [0.3], "topsis"));
    expect(single.ranges).toEqual([{ criterion: "c0", weight: 1, lowest: null, highest: null }]);
  });
});

describe("weights", () => {
  test("add up to 1, whatever was given", () => {
    expect(normaliseWeights([0.2, undefined, 0.4])).toEqual([
      close(0.2 / 0.9),
      close(0.3 / 0.9),
      close(0.4 / 0.9),
    ]);
    expect(normaliseWeights([0, 0])).toEqual([0.5, 0.5]);
    expect(normaliseWeights([undefined, undefined, undefined])).toEqual([
      close(1 / 3),
      close(1 / 3),
      close(1 / 3),
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.option(unit, { nil: undefined }), { minLength: 1, maxLength: 8 }),
        (given) => {
          const weights = normaliseWeights(given);
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
          expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const score = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
const weight = fc.integer({ min: 1, max: 100 }).map((value) => value / 100);
const anyProblem = fc
  .tuple(
    fc.integer({ min: 2, max: 5 }),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(...METHODS),
  )
  .chain(([rows, columns, method]) =>
    fc
      .tuple(
        fc.array(fc.array(score, { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
        fc.array(weight, { minLength: columns, maxLength: columns }),
      )
      .map(([matrix, weights]) => problemOf(matrix, weights, method)),
  );

const shuffled = (places: Iterable<number>, seed: readonly number[]) =>
  [...places].toSorted((left, right) => (seed[left] ?? 0) - (seed[right] ?? 0));
const pick = <Item>(items: readonly Item[], places: readonly number[]) =>
  places.map((place) => items[place] as Item);

describe("properties of every method", () => {
  test("scores are from 0 to 1", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        for (const value of scoresOf(problem)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("permuting alternatives or criteria permutes nothing but the order", () => {
    const seed = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(anyProblem, seed, seed, (problem, rowSeed, columnSeed) => {
        const rows = shuffled(problem.alternatives.keys(), rowSeed);
        const columns = shuffled(problem.criteria.keys(), columnSeed);
        const turned = {
          ...problem,
          alternatives: pick(problem.alternatives, rows),
          criteria: pick(problem.criteria, columns),
          matrix: pick(problem.matrix, rows).map((row) => pick(row, columns)),
        };
        const expected = pick(scoresOf(problem), rows).map(close);
        expect(scoresOf(turned)).toEqual(expected);
      }),
    );
  });

  test("judgements that agree have a consistency ratio of 0 and give back the priorities", () => {
    const share = fc.double({ min: 1, max: 9, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { minLength: 2, maxLength: 12 }), (shares) => {
        const judgements = [shares.map((left) => shares.map((right) => left / right))];
        const even = shares.map(() => [0.5]);
        const problem = { ...problemOf(even, [1], "pairwise"), judgements };
        const total = shares.reduce((sum, one) => sum + one, 0);
        expect(decide(problem).consistencyRatio).toBe(0);
        expect(scoresOf(problem)).toEqual(shares.map((one) => close(one / total)));
      }),
    );
  });

  test("an alternative that is nowhere worse than any other is first", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const best = (problem.matrix[0] ?? []).map((_, column) =>
          Math.max(...problem.matrix.map((row) => row[column] ?? 0)),
        );
        const withBest = {
          ...problem,
          alternatives: ["best", ...problem.alternatives],
          matrix: [best, ...problem.matrix],
        };
        expect(decide(withBest).winner).toMatchObject({ alternative: "best", rank: 1 });
      }),
    );
  });

  test("weights count only relative to each other", () => {
    fc.assert(
      fc.property(anyProblem, fc.double({ min: 0.1, max: 1, noNaN: true }), (problem, factor) => {
        const scaled = {
          ...problem,
          criteria: problem.criteria.map(({ name, weight: given = 1 }) => ({
            name,
            weight: given * factor,
          })),
        };
        for (const [index, value] of scoresOf(scaled).entries())
          expect(value).toBeCloseTo(scoresOf(problem)[index] ?? Number.NaN, 9);
      }),
    );
  });

  test("the winner wins up to the end of each weight's range, and loses right beyond it", () => {
    const STEP = 1e-5;
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const { winner, ranges } = decide(problem);
        const weights = ranges.map((range) => range.weight);
        const leadAt = (index: number, value: number) => {
          const rest = 1 - (weights[index] ?? 0);
          const moved = weights.map((one, place) => ({
            name: `c${place}`,
            weight: place === index ? value : ((1 - value) * one) / rest,
          }));
          const { rankings } = decide({ ...problem, criteria: moved });
          const own =
            rankings.find(({ alternative }) => alternative === winner.alternative)?.score ??
            Number.NaN;
          return own - (rankings[0]?.score ?? Number.NaN);
        };
        for (const [index, { lowest, highest, weight: current }] of ranges.entries()) {
          const [from, to] = [lowest ?? 0, highest ?? 1];
          if (weights.length < 2) continue;
          for (const share of [0.001, 0.25, 0.5, 0.75, 0.999])
            expect(leadAt(index, from + (to - from) * share)).toBeCloseTo(0, 9);
          if (lowest !== null && lowest > STEP)
            expect(leadAt(index, lowest - STEP)).toBeLessThan(0);
          if (highest !== null && highest < 1 - STEP)
            expect(leadAt(index, highest + STEP)).toBeLessThan(0);
          expect(current).toBeGreaterThanOrEqual(from - 1e-9);
          expect(current).toBeLessThanOrEqual(to + 1e-9);
        }
      }),
    );
  });
});
