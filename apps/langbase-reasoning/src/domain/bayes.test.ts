import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  divide,
  exactly,
  product,
  subtract,
  sum,
  toNumber,
  ONE,
} from "../../test/exact-rational.ts";
import { entropyInBits, updateByEvidence, type WeighedEvidence } from "./bayes.ts";

const close = (value: number) => expect.closeTo(value, 12) as number;
const CASES = { numRuns: 2_000 };

const item = (ifTrue: number, ifFalse: number, group?: string): WeighedEvidence => ({
  description: `${ifTrue} and ${ifFalse}`,
  likelihoods: [ifTrue, ifFalse],
  source: "given",
  ...(group !== undefined && { group }),
});
const update = (prior: number, ...items: WeighedEvidence[]) => {
  const { posteriors, ...rest } = updateByEvidence([prior, 1 - prior], items);
  return { ...rest, posterior: posteriors[0] ?? Number.NaN };
};

/** Ordinary likelihoods, and those at which odds saturate, vanish or stand still. */
const likelihood = fc.oneof(
  fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  fc.constantFrom(1e-9, 1e-300, Number.MIN_VALUE, 0.5, 1 - 1e-12, 1),
);
const prior = fc.oneof(
  fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  fc.constantFrom(1e-15, 1e-300, 0.5, 1 - 1e-12),
);
const pairs = fc.array(fc.tuple(likelihood, likelihood), { minLength: 1, maxLength: 16 });

/** The posterior of each hypothesis by fractions. */
function exactPosteriors(priors: readonly number[], rows: readonly (readonly number[])[]) {
  const weights = priors.map((share, index) =>
    product([exactly(share), ...rows.map((row) => exactly(row[index] ?? 0))]),
  );
  const total = sum(weights);
  return weights.map((weight) => toNumber(divide(weight, total)));
}

describe("the posterior", () => {
  test("follows Bayes' rule", () => {
    // 0.3·0.8 / (0.3·0.8 + 0.7·0.2) = 0.24 / 0.38
    const { steps, posterior } = update(0.3, item(0.8, 0.2));
    expect(posterior).toBeCloseTo(0.24 / 0.38, 12);
    expect(steps).toMatchObject([
      { prior: 0.3, posterior: close(0.24 / 0.38), likelihood_ratio: close(4) },
    ]);
  });

  test("is that of exact fractions, for any prior and any evidence", () => {
    fc.assert(
      fc.property(prior, pairs, (share, rows) => {
        const [expected = 0] = exactPosteriors([share, 1 - share], rows);
        const { posterior } = update(share, ...rows.map(([yes, no]) => item(yes, no)));
        expect(Math.abs(posterior - expected)).toBeLessThanOrEqual(1e-12 * expected + 1e-300);
      }),
      CASES,
    );
  });

  test("is the same to the last digit in whichever order the evidence comes", () => {
    const shuffled = pairs.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
      ),
    );
    fc.assert(
      fc.property(prior, shuffled, (share, [rows, other]) => {
        const items = (list: typeof rows) => list.map(([yes, no]) => item(yes, no));
        expect(update(share, ...items(other)).posterior).toBe(
          update(share, ...items(rows)).posterior,
        );
      }),
      CASES,
    );
  });

  test.each([8, 17, 400])("comes back after %i items for and as many against", (count) => {
    const forIt = Array.from({ length: count }, () => item(0.99, 0.01));
    const against = Array.from({ length: count }, () => item(0.01, 0.99));
    expect(update(0.5, ...forIt, ...against).posterior).toBe(0.5);
    expect(update(0.5, ...against, ...forIt).posterior).toBe(0.5);
  });

  test("of several hypotheses is that of exact fractions, and they add up to 1", () => {
    const several = fc.integer({ min: 3, max: 6 }).chain((count) =>
      fc.record({
        shares: fc.array(fc.integer({ min: 1, max: 1_000 }), {
          minLength: count,
          maxLength: count,
        }),
        rows: fc.array(fc.array(likelihood, { minLength: count, maxLength: count }), {
          minLength: 1,
          maxLength: 8,
        }),
      }),
    );
    fc.assert(
      fc.property(several, ({ shares, rows }) => {
        const whole = shares.reduce((total, share) => total + share, 0);
        const priors = shares.map((share) => share / whole);
        const evidence = rows.map((likelihoods): WeighedEvidence => ({
          description: "e",
          likelihoods,
          source: "given",
        }));
        const { posteriors } = updateByEvidence(priors, evidence);
        for (const [index, expected] of exactPosteriors(priors, rows).entries())
          expect(Math.abs((posteriors[index] ?? 0) - expected)).toBeLessThanOrEqual(1e-12);
        expect(posteriors.reduce((total, share) => total + share, 0)).toBeCloseTo(1, 12);
      }),
      CASES,
    );
  });

  test.each([
    [0, 0.9, 0.1, 0],
    [1, 0.1, 0.9, 1],
    [0.5, 0.9, 0, 1],
    [0.5, 0, 0.9, 0],
    [0.5, 0, 0, 0.5],
    [1, 0, 0.9, 1],
    [0, 0.9, 0, 0],
    [0, 0, 0, 0],
    [1e-200, 1e-150, 1e-300, 1e-50],
    [Number.MIN_VALUE, 1, Number.MIN_VALUE, 0.5],
  ])("of prior %d with %d and %d is %d", (share, ifTrue, ifFalse, posterior) => {
    const found = update(share, item(ifTrue, ifFalse)).posterior;
    expect(Math.abs(found - posterior)).toBeLessThanOrEqual(1e-12 * posterior);
  });
});

describe("what cannot be", () => {
  test("evidence that the prior rules out is left out, and it is said", () => {
    const { posterior, notes } = update(1, item(0, 1));
    expect(posterior).toBe(1);
    expect(notes).toEqual([
      "“0 and 1” cannot occur at a probability of 1 with these likelihoods; it was left out.",
    ]);
  });

  test("certain evidence for and against is left out whatever comes first", () => {
    const items = [item(0, 0.4), item(0.3, 0), item(0.8, 0.2)];
    for (const order of [items, items.toReversed()]) {
      const { posterior, notes } = update(0.5, ...order);
      expect(posterior).toBeCloseTo(0.8, 12);
      expect(notes).toEqual([expect.stringMatching(/together rule out every hypothesis/)]);
    }
  });
});

describe("dependent evidence", () => {
  test("a group of equal items counts exactly once, wherever they stand", () => {
    fc.assert(
      fc.property(
        prior,
        likelihood,
        likelihood,
        fc.integer({ min: 2, max: 10 }),
        pairs,
        (share, ifTrue, ifFalse, count, rows) => {
          const others = rows.map(([yes, no]) => item(yes, no));
          const group = Array.from({ length: count }, () => item(ifTrue, ifFalse, "source"));
          const once = update(share, item(ifTrue, ifFalse), ...others).posterior;
          expect(update(share, ...group, ...others).posterior).toBe(once);
          expect(update(share, ...others, ...group).posterior).toBe(once);
        },
      ),
      CASES,
    );
  });

  test("a group of different items counts as their geometric mean", () => {
    const { posterior, notes, steps } = update(0.5, item(0.9, 0.1, "log"), item(0.4, 0.4, "log"));
    // Ratios 9 and 1: the mean ratio is 3.
    expect(posterior).toBeCloseTo(0.75, 12);
    expect(steps.map((step) => step.posterior)).toEqual([close(0.75), close(0.75)]);
    expect(notes).toEqual(["The 2 items of group “log” count once, by their geometric mean."]);
  });

  test("the same item twice without a group is pointed out", () => {
    expect(update(0.5, item(0.9, 0.1), item(0.9, 0.1)).notes).toEqual([
      "“0.9 and 0.1” is given 2 times and counts each time; give items that depend on each other the same group.",
    ]);
  });
});

describe("entropyInBits", () => {
  test.each([
    [0, 0],
    [1, 0],
    [0.5, 1],
    [0.25, 2 - 0.75 * Math.log2(3)],
    [0.11, 0.499_915_958_164_528_5],
  ])("of %d is %d", (probability, entropy) => {
    expect(entropyInBits([probability, 1 - probability])).toBeCloseTo(entropy, 12);
  });

  test("of a share and the rest does not depend on which is which", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const rest = toNumber(subtract(ONE, exactly(share)));
        expect(entropyInBits([share, rest])).toBeCloseTo(entropyInBits([rest, share]), 12);
      }),
      CASES,
    );
  });
});
