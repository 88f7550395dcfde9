import { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import { describe, expect, test } from "vitest";
import { BUILT_IN_PRESETS } from "./built-in-presets.ts";
import { checkInputs } from "./check-inputs.ts";
import { presetProblems } from "./check-preset.ts";
import { evaluateCondition } from "./evaluate-condition.ts";
import { resolveInputs } from "./resolve-inputs.ts";
import { valueAt } from "./value-at.ts";

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

describe("conditions", () => {
  test.each([
    ["analysis.confidence", "gt", 0.6, true],
    ["analysis.confidence", "gt", 0.7, false],
    ["analysis.confidence", "gte", 0.7, true],
    ["analysis.confidence", "gte", 0.71, false],
    ["analysis.confidence", "lt", 0.8, true],
    ["analysis.confidence", "lt", 0.7, false],
    ["analysis.confidence", "lte", 0.7, true],
    ["analysis.confidence", "lte", 0.69, false],
    ["analysis.text", "gt", "a", true],
    ["analysis.text", "lt", 3, false],
    ["missing", "lt", 3, false],
    ["analysis.confidence", "eq", 0.7, true],
    ["analysis.confidence", "eq", "0.7", false],
    ["analysis.tags.1", "eq", { b: 1 }, true],
    ["analysis.tags", "eq", { 0: "a", 1: { b: 1 } }, false],
    ["analysis.confidence", "neq", 0.7, false],
    ["missing", "neq", 0.7, true],
    ["analysis.text", "contains", "well", true],
    ["analysis.text", "contains", "bad", false],
    ["analysis.tags", "contains", "a", true],
    ["analysis.tags", "contains", { b: 1 }, true],
    ["analysis.tags", "contains", { b: 2 }, false],
    ["analysis", "contains", "nodes", true],
    ["analysis.confidence", "contains", 0.7, false],
    ["analysis.text", "exists", undefined, true],
    ["inputs.nothing", "exists", undefined, false],
    ["missing", "exists", undefined, false],
    ["missing", "exists", false, true],
  ] as const)("%s %s %j is %s", (field, operator, value, expected) => {
    expect(evaluateCondition({ field, operator, value }, scope)).toBe(expected);
  });
});

describe("input maps", () => {
  test("refer to inputs and results, within text too, and leave out what is not there", () => {
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

describe("the built-in presets", () => {
  test("have the steps and the result keys that the design says", () => {
    const keys = BUILT_IN_PRESETS.map(({ id, category, steps }) => [
      id,
      category,
      steps.map(({ store_as }) => store_as),
    ]);
    expect(keys).toEqual([
      ["code-review", "code", ["perspectives", "biases", "fallacies", "reflection"]],
      ["debug-analysis", "code", ["initial", "hypotheses", "checkpoint", "conclusion"]],
      [
        "architecture-decision",
        "architecture",
        ["options", "graph", "expansions", "scores", "decision"],
      ],
      ["strategic-decision", "decision", ["decision", "perspectives", "biases", "synthesis"]],
      [
        "evidence-based-conclusion",
        "research",
        ["assessment", "probability", "fallacies", "conclusion"],
      ],
    ]);
  });

  test.each(BUILT_IN_PRESETS.map((preset) => [preset.id, preset] as const))(
    "%s can run",
    (_id, preset) => {
      const tools = new Set(preset.steps.map(({ tool }) => tool));
      expect(WorkflowPreset.parse(preset)).toEqual(preset);
      expect(presetProblems(preset, tools)).toEqual([]);
    },
  );
});

describe("inputs of a preset", () => {
  const preset: WorkflowPreset = {
    id: "p",
    name: "P",
    description: "",
    category: "c",
    steps: [],
    input_schema: {
      text: "string (required) - T",
      number: "number - N",
      list: "array - L",
      object: "object - O",
      flag: "boolean - F",
      free: "anything goes",
    },
  };

  test.each([
    [{}, "inputs.text - Required by the preset p"],
    [{ text: null }, "inputs.text - Required by the preset p"],
    [{ text: " " }, "inputs.text - Expected string"],
    [{ text: 3 }, "inputs.text - Expected string"],
    [{ text: "t", number: "3" }, "inputs.number - Expected number"],
    [{ text: "t", list: {} }, "inputs.list - Expected array"],
    [{ text: "t", object: [] }, "inputs.object - Expected object"],
    [{ text: "t", flag: "yes" }, "inputs.flag - Expected boolean"],
    [
      { text: "t", other: 1 },
      "inputs.other - The preset p takes text, number, list, object, flag, free",
    ],
  ])("%j: %s", (inputs, complaint) => {
    expect(() => checkInputs(preset, inputs)).toThrow(`Validation failed: ${complaint}`);
  });

  test("that fit are accepted", () => {
    checkInputs(preset, { text: "t", number: 3, list: [], object: {}, flag: false, free: 1 });
  });
});

test("presets that cannot run are told apart", () => {
  const broken = {
    id: "b",
    name: "B",
    description: "",
    category: "c",
    input_schema: {},
    steps: [
      { id: "one", tool: "reasoning_linear", optional: false, depends_on: ["two"] },
      { id: "one", tool: "reasoning_preset_run", optional: false },
    ],
  };
  expect(presetProblems(broken, new Set(["reasoning_linear"]))).toEqual([
    "The preset b cannot run: step one depends on two, which does not come before it.",
    "The preset b cannot run: step one appears twice.",
    "The preset b cannot run: step one uses reasoning_preset_run, which is no tool for steps.",
  ]);
  const linear = { tool: "reasoning_linear", optional: false };
  const misnamed = [
    { ...linear, id: "inputs" },
    { ...linear, id: "a", input_map: { content: ["$b.content", "${inputs.x} ${c.d}"] } },
    { ...linear, id: "b", store_as: "a", condition: { field: "d.e", operator: "exists" as const } },
    { ...linear, id: "c", for_each: "e.list", input_map: { x: { $from: "item.id" } } },
    { ...linear, id: "d", input_map: { content: "$item", context: "$a.content" } },
  ];
  expect(presetProblems({ ...broken, steps: misnamed }, new Set(["reasoning_linear"]))).toEqual(
    [
      "step inputs stores its result as inputs, which is taken",
      "step a refers to b, which is not known at that point",
      "step a refers to c, which is not known at that point",
      "step b stores its result as a, which is taken",
      "step b refers to d, which is not known at that point",
      "step c refers to e, which is not known at that point",
      "step d refers to item, which is not known at that point",
    ].map((problem) => `The preset b cannot run: ${problem}.`),
  );
  expect(presetProblems({ ...broken, steps: [] }, new Set())).toEqual([
    "The preset b cannot run: it has no steps.",
  ]);
});
