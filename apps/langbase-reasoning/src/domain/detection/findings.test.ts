import { describe, expect, test } from "vitest";
import { assessFindings, readFindings } from "./findings.ts";

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

test("findings are summed up", () => {
  const finding = {
    severity: 4,
    confidence: 0.5,
    explanation: "",
    remediation: null,
    excerpt: null,
  };
  expect(assessFindings([], "bias")).toBe("No rule for biases matched.");
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
