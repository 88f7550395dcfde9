import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { startReasoning } from "./start-reasoning.ts";

/** Names that are properties of every object; code that keeps names in maps must treat them like any other. */
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const [first = "", second = ""] = NAMES;

/** Unlike a literal, this makes `__proto__` a key. */
const byName = <Value>(value: (name: string, index: number) => Value) =>
  Object.fromEntries(NAMES.map((name, index) => [name, value(name, index)]));

const preset = {
  id: "__proto__",
  name: "constructor",
  description: "Every name is one of an object's own",
  category: "toString",
  input_schema: byName(() => "string (required) - Anything"),
  steps: [
    {
      id: first,
      tool: "reasoning_linear",
      input_map: { content: `$inputs.${first}` },
      condition: { field: `inputs.${first}`, operator: "eq", value: `input ${first}` },
    },
    {
      id: second,
      tool: "reasoning_linear",
      depends_on: [first],
      input_map: { content: `\${${first}.content} and \${inputs.${second}}` },
      condition: { field: "inputs", operator: "contains", value: "hasOwnProperty" },
    },
    {
      id: "never",
      tool: "reasoning_linear",
      input_map: { content: "x" },
      condition: { field: `${first}.${second}`, operator: "exists" },
    },
  ],
};
const file = join(await temporaryDirectory(), "presets.json");
await writeFile(file, JSON.stringify([preset]));
const { server, emulator } = await startReasoning({ env: { REASONING_PRESETS: file } });

/** A score for each alternative and criterion, falling with both. */
const scores = byName((_alternative, row) =>
  byName((_criterion, column) => (9 - row - column) / 10),
);
const criteria = NAMES.map((name) => ({ name }));
const decided = {
  recommendation: { alternative: first },
  rankings: NAMES.map((alternative, index) => ({ alternative, rank: index + 1 })),
};

describe("a decision between them", () => {
  test.each(["weighted_sum", "pairwise", "topsis"])("by %s, on given scores", async (method) => {
    const result = await server.callOk("reasoning_make_decision", {
      question: "Which?",
      alternatives: NAMES,
      criteria,
      scores,
      method,
    });
    expect(result).toMatchObject(decided);
    // Scores that the caller gave are not repeated.
    expect(result).not.toHaveProperty("scores");
  });

  const cells = NAMES.flatMap((alternative) =>
    NAMES.map((criterion) => ({
      alternative,
      criterion,
      score: scores[alternative]?.[criterion],
    })),
  );
  test.each([
    ["nested objects", scores],
    ["a list of rows", NAMES.map((name) => ({ alternative: name, scores: scores[name] }))],
    ["a list of cells", cells],
  ])("on the model's scores, as %s", async (_form, said) => {
    emulator.answer("decision-framework-v1", JSON.stringify({ criteria, scores: said }));
    const result = await server.callOk("reasoning_make_decision", {
      question: "Which?",
      alternatives: NAMES,
    });
    expect(result).toMatchObject(decided);
    expect(JSON.stringify(result["scores"])).toBe(JSON.stringify(scores));
    expect(result).not.toHaveProperty("notes");
  });

  test("a missing row is missed", async () => {
    const { [first]: _missing, ...others } = scores;
    const refused = await server.callError("reasoning_make_decision", {
      question: "Which?",
      alternatives: NAMES,
      criteria,
      scores: others,
    });
    expect(refused.structuredContent).toMatchObject({
      error: { type: "Validation", field: "scores.__proto__.__proto__" },
    });
  });
});

test("hypotheses, evidence and stakeholders", async () => {
  const evidence = NAMES.map((description) => ({
    description,
    likelihood_if_true: 0.5,
    likelihood_if_false: 0.5,
  }));
  const updated = await server.callOk<{ update_steps: { evidence: string }[] }>(
    "reasoning_probabilistic",
    { hypothesis: first, prior: 0.25, evidence },
  );
  expect(updated).toMatchObject({ hypothesis: first, posterior: 0.25 });
  expect(updated.update_steps.map((step) => step.evidence)).toEqual(NAMES);

  const stakeholders = NAMES.map((name) => ({ name, interests: NAMES }));
  const rated = NAMES.map((name) => ({ name, power_level: 0.9, interest_level: 0.1 }));
  emulator.answer("decision-framework-v1", JSON.stringify({ stakeholders: rated }));
  const mapped = await server.callOk<{ power_matrix: { keep_satisfied: { name: string }[] } }>(
    "reasoning_analyze_perspectives",
    { topic: "t", stakeholders },
  );
  expect(mapped.power_matrix.keep_satisfied.map(({ name }) => name)).toEqual(NAMES);
});

describe("a preset made of them", () => {
  const inputs = byName((name) => `input ${name}`);

  test("runs, with its conditions and its input map", async () => {
    const run = await server.callOk<{ results: object }>("reasoning_preset_run", {
      preset_id: "__proto__",
      inputs,
    });
    expect(run).toMatchObject({
      status: "completed",
      steps_completed: 2,
      skipped_steps: ["never"],
    });
    expect(Object.entries(run.results)).toMatchObject([
      [first, { content: "Step after: input __proto__" }],
      [second, { content: "Step after: Step after: input __proto__ and input constructor" }],
    ]);
  });

  test("rejects missing and unknown inputs", async () => {
    const { [second]: _missing, ...others } = inputs;
    const missing = await server.callError("reasoning_preset_run", {
      preset_id: "__proto__",
      inputs: others,
    });
    expect(missing.structuredContent).toMatchObject({ error: { field: "inputs.constructor" } });
    const stray = await server.callError("reasoning_preset_run", {
      preset_id: "code-review",
      inputs: Object.fromEntries([
        ["code", "x"],
        ["__proto__", "y"],
      ]),
    });
    expect(stray.structuredContent).toMatchObject({ error: { field: "inputs.__proto__" } });
  });
});
