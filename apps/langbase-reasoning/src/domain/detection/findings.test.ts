import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assessFindings, readFindings, soundness } from "./findings.ts";

describe("the findings of a model", () => {
  test("is brought into form, and misquotations are left out", () => {
    const text = "This  proves our\nhypothesis.";
    expect(
      readFindings(text, [
        { bias_type: "Confirmation Bias", severity: 4.4, excerpt: "“this proves our hypothesis”" },
        {
          fallacy_type: "affirming_consequent",
          severity: 2,
          confidence: 0.9,
          explanation: "e",
          remediation: "r",
          excerpt: "invented",
        },
        { explanation: "nameless" },
      ]),
    ).toEqual([
      {
        type: "confirmation_bias",
        category: "informal",
        severity: 4,
        confidence: 0.5,
        explanation: "",
        remediation: null,
        excerpt: "“this proves our hypothesis”",
      },
      {
        type: "affirming_consequent",
        category: "formal",
        severity: 2,
        confidence: 0.9,
        explanation: "e",
        remediation: "r",
        excerpt: null,
      },
    ]);
  });
});

test("soundness falls with each finding and never below 0", () => {
  const finding = fc.record({
    severity: fc.integer({ min: 1, max: 5 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  expect(soundness([])).toBe(1);
  expect(soundness([{ severity: 5, confidence: 1 }])).toBe(0.5);
  fc.assert(
    fc.property(fc.array(finding), finding, (some, more) => {
      expect(soundness([...some, more])).toBeLessThanOrEqual(soundness(some));
      expect(soundness(some)).toBeGreaterThanOrEqual(0);
      expect(soundness(some.toReversed())).toBeCloseTo(soundness(some), 9);
    }),
  );
});

test("findings are summed up", () => {
  const finding = {
    severity: 4,
    confidence: 0.5,
    explanation: "",
    remediation: null,
    excerpt: null,
  };
  expect(assessFindings([], "bias")).toBe("No biases found.");
  expect(assessFindings([{ ...finding, type: "red_herring", severity: 2 }], "fallacy")).toBe(
    "One fallacy found: red herring.",
  );
  expect(
    assessFindings(
      [
        { ...finding, type: "a_b" },
        { ...finding, type: "c" },
      ],
      "bias",
    ),
  ).toBe("2 biases found, 2 of them grave: a b and c.");
});
