import { describe, expect, test } from "vitest";
import { resolveInputs, valueAt } from "./resolve-inputs.ts";

const scope = {
  inputs: { code: "x = 1", list: [1, 2], nothing: null },
  analysis: {
    confidence: 0.7,
    text: "all is well",
    tags: ["a", { b: 1 }],
    nodes: [{ id: "n1" }, { id: "n2" }, {}],
  },
  session_id: "s",
};

describe("paths", () => {
  test.each([
    ["inputs.code", "x = 1"],
    ["inputs.list.1", 2],
    ["analysis.nodes.*.id", ["n1", "n2"]],
    ["session_id", "s"],
    ["analysis.nodes.7.id", undefined],
    ["analysis.text.length", undefined],
    ["inputs.constructor", undefined],
    ["nobody.knows", undefined],
    ["inputs.code.*", undefined],
  ])("%s", (path, value) => {
    expect(valueAt(scope, path)).toEqual(value);
  });
});

describe("input maps", () => {
  test("refer to inputs and results, within text too, and leave out missing ones", () => {
    expect(
      resolveInputs(
        {
          content: "Code: ${inputs.code} (${analysis.confidence}, ${missing})",
          list: "$inputs.list",
          ids: "$analysis.nodes.*.id",
          absent: "$inputs.absent",
          nested: { deep: ["$inputs.code", "$missing", 3] },
          price: "$5.00 is not a path",
          flag: true,
          prior: { $from: "inputs.prior", $default: 0.5 },
          known: { $from: "inputs.code", $default: "y" },
        },
        scope,
      ),
    ).toEqual({
      arguments: {
        content: "Code: x = 1 (0.7, )",
        list: [1, 2],
        ids: ["n1", "n2"],
        nested: { deep: ["x = 1", 3] },
        price: "$5.00 is not a path",
        flag: true,
        prior: 0.5,
        known: "x = 1",
      },
      notes: [],
    });
  });

  test("fit evidence to each tool", () => {
    const evidence = [
      { content: "A/B test", source_type: "primary" },
      { content: "Survey", source_type: "survey", likelihood_if_true: 0.6 },
      "hearsay",
    ];
    const resolved = resolveInputs(
      {
        assess: { $from: "inputs.evidence", $as: "evidence-items" },
        bayes: { $from: "inputs.evidence", $as: "bayesian-evidence" },
      },
      { inputs: { evidence } },
    );
    expect(resolved).toEqual({
      arguments: {
        assess: [
          { content: "A/B test", source_type: "primary" },
          { content: "Survey", source_type: "secondary", likelihood_if_true: 0.6 },
          { content: "hearsay" },
        ],
        bayes: [
          { description: "A/B test" },
          { description: "Survey", likelihood_if_true: 0.6 },
          { description: "hearsay" },
        ],
      },
      notes: ['The source_type of evidence item 2, "survey", counts as secondary.'],
    });
  });
});

test("a conversion that does not exist is refused, whatever it is called", () => {
  for (const $as of ["constructor", "survey", 3])
    expect(() => resolveInputs({ x: { $from: "inputs.code", $as } }, scope)).toThrow(
      "$as - Unknown conversion; there are evidence-items, bayesian-evidence",
    );
});
