import { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import { describe, expect, test } from "vitest";
import { BUILT_IN_PRESETS } from "./built-in-presets.ts";
import { checkInputs, presetProblems } from "./check-preset.ts";

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

test("presets that cannot run are recognised", () => {
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
