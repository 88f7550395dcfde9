import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entropyInBits, updateBelief, updateByEvidence } from "./bayes.ts";

const close = (value: number) => expect.closeTo(value, 12) as number;

describe("updateBelief", () => {
  test("follows Bayes' rule", () => {
    // 0.3·0.8 / (0.3·0.8 + 0.7·0.2) = 0.24 / 0.38
    expect(updateBelief(0.3, { ifTrue: 0.8, ifFalse: 0.2 })).toEqual({
      prior: 0.3,
      posterior: close(0.24 / 0.38),
      likelihoodRatio: close(4),
      impossible: false,
    });
  });

  test.each([
    [0, 0.9, 0.1, 0, 9, false],
    [1, 0.1, 0.9, 1, 1 / 9, false],
    [0.5, 0.9, 0, 1, null, false],
    [0.5, 0, 0.9, 0, 0, false],
    [0.5, 0, 0, 0.5, null, true],
    [1, 0, 0.9, 1, 0, true],
    [0, 0.9, 0, 0, null, true],
    [0, 0, 0, 0, null, true],
  ])("prior %d with %d and %d gives %d", (prior, ifTrue, ifFalse, posterior, ratio, impossible) => {
    const likelihoodRatio = ratio === null ? null : close(ratio);
    expect(updateBelief(prior, { ifTrue, ifFalse })).toEqual({
      prior,
      posterior,
      likelihoodRatio,
      impossible,
    });
  });

  test("keeps its digits where products would vanish", () => {
    expect(updateBelief(1e-200, { ifTrue: 1e-150, ifFalse: 1e-300 }).posterior).toBeCloseTo(
      1e-50,
      60,
    );
    expect(
      updateBelief(Number.MIN_VALUE, { ifTrue: 1, ifFalse: Number.MIN_VALUE }).posterior,
    ).not.toBeNaN();
  });

  test("is always a probability", () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, probability, (prior, ifTrue, ifFalse) => {
        const { posterior } = updateBelief(prior, { ifTrue, ifFalse });
        expect(posterior).toBeGreaterThanOrEqual(0);
        expect(posterior).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("updateByEvidence", () => {
  const probability = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const evidence = fc.array(
    fc.record({
      description: fc.constant("E"),
      likelihood_if_true: probability,
      likelihood_if_false: probability,
    }),
    { minLength: 1, maxLength: 5 },
  );
  const odds = (chance: number) => chance / (1 - chance);

  test("posterior odds are prior odds times the likelihood ratios, in any order", () => {
    fc.assert(
      fc.property(probability, evidence, (prior, items) => {
        const product = items.reduce(
          (ratio, item) => ratio * (item.likelihood_if_true / item.likelihood_if_false),
          1,
        );
        const expected = (odds(prior) * product) / (1 + odds(prior) * product);
        expect(updateByEvidence(prior, items, []).posterior).toBeCloseTo(expected, 9);
        expect(updateByEvidence(prior, items.toReversed(), []).posterior).toBeCloseTo(expected, 9);
      }),
    );
  });

  test("takes the caller's likelihoods, then the model's, then the defaults, and says so", () => {
    const { steps, notes } = updateByEvidence(
      0.5,
      [
        { description: "a", likelihood_if_true: 0.9, likelihood_if_false: 0.1 },
        { description: "b", likelihood_if_true: 0.8 },
        { description: "c" },
      ],
      [
        { likelihood_if_true: 0.1, likelihood_if_false: 0.1 },
        { likelihood_if_true: 0.1, likelihood_if_false: 0.4 },
      ],
    );
    expect(
      steps.map(({ likelihood_if_true, likelihood_if_false, likelihoods }) => [
        likelihood_if_true,
        likelihood_if_false,
        likelihoods,
      ]),
    ).toEqual([
      [0.9, 0.1, "given"],
      [0.8, 0.4, "model"],
      [0.7, 0.3, "default"],
    ]);
    expect(notes).toEqual([
      "Likelihoods that nobody gave (1 of 3 items) count as 0.7 if true and 0.3 if false.",
    ]);
  });

  test("leaves out impossible evidence, and says so", () => {
    const { posterior, notes } = updateByEvidence(
      1,
      [{ description: "no", likelihood_if_true: 0, likelihood_if_false: 1 }],
      [],
    );
    expect(posterior).toBe(1);
    expect(notes).toEqual([
      "“no” cannot occur at a probability of 1 with these likelihoods; it was left out.",
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
    expect(entropyInBits(probability)).toBeCloseTo(entropy, 12);
  });

  test("is symmetric and at most 1", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (probability) => {
        expect(entropyInBits(probability)).toBeCloseTo(entropyInBits(1 - probability), 9);
        expect(entropyInBits(probability)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
