import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory, waitUntil } from "@faculties/testkit";
import { hang, langbaseError } from "@faculties/testkit/emulators";
import { beforeEach, describe, expect, test } from "vitest";
import { goodAnswer } from "../../test/scripted-answers.ts";
import { PROVIDERS, startLocal, startReasoning } from "../../test/start-reasoning.ts";

type Run = {
  status: string;
  session_id: string;
  results: Record<string, Record<string, unknown>>;
  notes?: string[];
  error?: string;
};

const INPUTS = {
  "code-review": { code: "function calculate(a, b) { return a + b; }" },
  "debug-analysis": { problem: "It crashes", error: "ENOENT", code: "open()" },
  "architecture-decision": { question: "Monolith or services?", constraints: ["three people"] },
  "strategic-decision": {
    question: "Should we migrate to cloud or stay on-premise?",
    alternatives: ["AWS Migration", "Azure Migration", "On-premise Upgrade"],
  },
  "evidence-based-conclusion": {
    claim: "The new feature improves user engagement by 20%",
    evidence: [
      { content: "A/B test results showing 22% improvement", source_type: "primary" },
      { content: "User feedback surveys indicating satisfaction", source_type: "survey" },
    ],
    prior: 0.5,
  },
};

const RESULTS = {
  "code-review": {
    perspectives: { thought_id: expect.any(String), synthesis: "Speed is not the point." },
    biases: { detections: [{ bias_type: "confirmation_bias" }], reasoning_quality: 0.7 },
    fallacies: { detections: [{ fallacy_type: "ad_hominem" }], argument_validity: 0.4 },
    reflection: { thought_id: expect.any(String), strengths: ["Clear"] },
  },
  "debug-analysis": {
    initial: { thought_id: expect.any(String), previous_thought: null },
    hypotheses: { branches_explored: 3 },
    checkpoint: { name: "debug-analysis", thought_count: 5 },
    conclusion: { thought_id: expect.any(String) },
  },
  "architecture-decision": {
    options: { synthesis: "Speed is not the point." },
    graph: { content: "Speed is not the point.", root_node_id: expect.any(String) },
    expansions: { count: 3 },
    scores: { score: 0.7, scores: [{ score: 0.7 }, { score: 0.7 }] },
    decision: { count: 3, conclusions: [{ score: 0.7 }, { score: 0.7 }, { score: 0.7 }] },
  },
  "strategic-decision": {
    decision: { rankings: [{ alternative: "AWS Migration", rank: 1 }, {}, {}] },
    perspectives: { power_matrix: { key_player: [{ name: "CTO" }] } },
    biases: { reasoning_quality: 0.7 },
    synthesis: { thought_id: expect.any(String) },
  },
  "evidence-based-conclusion": {
    assessment: {
      evidence_assessments: [{ source_credibility: 0.9 }, { source_credibility: 0.6 }],
    },
    probability: {
      prior: 0.5,
      posterior: expect.closeTo(8 / 9, 9),
      update_steps: [{ likelihood_ratio: 4 }, { likelihood_ratio: 2 }],
    },
    fallacies: { argument_validity: 0.4 },
    conclusion: { thought_id: expect.any(String) },
  },
};
const IDS = Object.keys(INPUTS) as (keyof typeof INPUTS)[];

const servers = await Promise.all(
  PROVIDERS.map(async ([name, start]) => [name, await start()] as const),
);
describe.each(servers)("the built-in presets, on %s", (_name, { server }) => {
  test.each(IDS)("%s finishes", async (preset_id) => {
    const run = await server.callOk<Run>("reasoning_preset_run", {
      preset_id,
      inputs: INPUTS[preset_id],
    });
    const total = Object.keys(RESULTS[preset_id]).length;
    expect(run).toMatchObject({
      preset_id,
      status: "completed",
      steps_completed: total,
      total_steps: total,
      results: RESULTS[preset_id],
    });
    expect(Object.keys(run.results)).toEqual(Object.keys(RESULTS[preset_id]));
    expect(run).toHaveProperty("execution_time_ms", expect.any(Number));
    expect(run).not.toHaveProperty("error");
    for (const result of Object.values(run.results))
      expect(result["session_id"]).toBe(run.session_id);
    const expectedNotes =
      preset_id === "evidence-based-conclusion"
        ? ['The source_type of evidence item 2, "survey", counts as secondary.']
        : undefined;
    expect(run.notes).toEqual(expectedNotes);
  });

  test("are listed", async () => {
    const { presets, count } = await server.callOk<{
      presets: { id: string; steps: number; input_schema: object }[];
      count: number;
    }>("reasoning_preset_list");
    expect(count).toBe(5);
    expect(presets.map(({ id, steps }) => [id, steps])).toEqual(
      IDS.map((id) => [id, Object.keys(RESULTS[id]).length]),
    );
    expect(presets[0]).toMatchObject({
      name: "Code Review Workflow",
      category: "code",
      input_schema: { code: "string (required) - The code to review" },
    });
    expect(await server.callOk("reasoning_preset_list", { category: "research" })).toMatchObject({
      presets: [{ id: "evidence-based-conclusion" }],
      count: 1,
    });
  });
});

describe("a failure", () => {
  const [, { server, emulator }] = servers[0]!;
  beforeEach(() => emulator.answer("reflection-v1", goodAnswer));

  test("a step that fails ends the run, and the results so far are returned and kept", async () => {
    emulator.answer("reflection-v1", langbaseError(400, "No."));
    const run = await server.callOk<Run>("reasoning_preset_run", {
      preset_id: "code-review",
      inputs: INPUTS["code-review"],
    });
    expect(run).toMatchObject({
      status: "failed",
      steps_completed: 3,
      total_steps: 4,
      error: expect.stringMatching(
        /^Step 'reflection' failed: Langbase did not accept the request/,
      ),
    });
    expect(Object.keys(run.results)).toEqual(["perspectives", "biases", "fallacies"]);
  });

  test("the step that needs an input reports it if it is wrong", async () => {
    const run = await server.callOk<Run>("reasoning_preset_run", {
      preset_id: "strategic-decision",
      inputs: { question: "q", alternatives: ["only one"] },
    });
    expect(run).toMatchObject({ status: "failed", steps_completed: 0, results: {} });
    expect(run.error).toMatch(/^Step 'decision' failed: Validation failed: alternatives - /);
  });

  test("the caller can name a session, and gets progress", async () => {
    const { session_id } = await server.callOk("reasoning_linear", { content: "before" });
    const seen: (number | undefined)[] = [];
    const run = await server.callOk<Run>(
      "reasoning_preset_run",
      { preset_id: "debug-analysis", inputs: INPUTS["debug-analysis"], session_id },
      { onprogress: ({ progress, total }) => seen.push(progress, total) },
    );
    expect(run.session_id).toBe(session_id);
    expect(seen.slice(0, 2)).toEqual([0, 4]);
  });

  test("a client that cancels ends the step that is running, and the run is kept as failed", async () => {
    const own = await startReasoning({ args: ["--enable-observe"] });
    const { session_id } = await own.server.callOk("reasoning_linear", { content: "before" });
    own.emulator.answer("detection-v1", { wire: hang() });
    const cancel = new AbortController();
    const call = own.server.call(
      "reasoning_preset_run",
      { preset_id: "code-review", inputs: INPUTS["code-review"], session_id },
      { signal: cancel.signal },
    );
    const request = await own.emulator.waitForRequest(3);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await waitUntil(() => request.disconnected);
    const runs = async () => {
      const { content } = await own.server.callOk<{ content: string }>("reasoning_export", {
        session_id,
        format: "json",
      });
      const { preset_runs } = JSON.parse(content) as {
        preset_runs: { status: string; error: string | null; results: object }[];
      };
      return preset_runs;
    };
    await waitUntil(async () => (await runs())[0]?.status === "failed");
    const [run] = await runs();
    expect(run?.error).toBe("The call was cancelled.");
    expect(Object.keys(run?.results ?? {})).toEqual(["perspectives"]);
  });

  test("without a model the steps that need none still run", async () => {
    const local = await startLocal();
    const run = await local.callOk<Run>("reasoning_preset_run", {
      preset_id: "strategic-decision",
      inputs: {
        question: "q",
        alternatives: ["a", "b"],
        scores: { a: { cost: 0.9 }, b: { cost: 0.1 } },
        stakeholders: [{ name: "CTO", power_level: 0.9, interest_level: 0.9 }],
      },
    });
    expect(run).toMatchObject({
      status: "failed",
      steps_completed: 3,
      results: { decision: { recommendation: { alternative: "a" } } },
    });
    expect(run.error).toMatch(/^Step 'synthesis' failed: reasoning_linear needs a model/);
  });
});

describe("presets of the operator's own", () => {
  const linear = (id: string, more: object = {}) => ({
    id,
    tool: "reasoning_linear",
    input_map: { content: `${id}: \${inputs.text}` },
    ...more,
  });

  async function startWith(presets: unknown) {
    const file = join(await temporaryDirectory(), "presets.json");
    await writeFile(file, typeof presets === "string" ? presets : JSON.stringify(presets));
    return startReasoning({ env: { REASONING_PRESETS: file } });
  }

  test("conditions, optional steps, dependencies, result names and lists", async () => {
    const when = (operator: string, value?: unknown, field = "first.confidence") => ({
      condition: { field, operator, value },
    });
    const steps = [
      linear("start", { store_as: "first" }),
      linear("gt", when("gt", 0.8)),
      linear("gt-not", when("gt", 0.9)),
      linear("gte", when("gte", 0.9)),
      linear("lt-not", when("lt", 0.9)),
      linear("lte", when("lte", 0.9)),
      linear("eq", when("eq", "yes", "inputs.flag")),
      linear("neq-not", when("neq", "yes", "inputs.flag")),
      linear("contains", when("contains", "Step after", "first.content")),
      linear("exists-not", when("exists", undefined, "inputs.absent")),
      linear("exists", when("exists", undefined, "first.thought_id")),
      linear("after-skipped", { depends_on: ["gt-not"] }),
      {
        id: "may-fail",
        tool: "reasoning_got_state",
        input_map: { graph_id: "nope" },
        optional: true,
      },
      linear("after-failed", { depends_on: ["may-fail"] }),
      {
        id: "each",
        tool: "reasoning_auto",
        input_map: { content: "$item" },
        for_each: "inputs.list",
      },
    ];
    const preset = {
      id: "mine",
      name: "Mine",
      description: "All features",
      category: "own",
      input_schema: { text: "string (required) - T", flag: "string - F", list: "array - L" },
      steps,
    };
    const { server } = await startWith([preset]);
    expect(await server.callOk("reasoning_preset_list")).toMatchObject({ count: 6 });
    const run = await server.callOk<Run & { skipped_steps: string[] }>("reasoning_preset_run", {
      preset_id: "mine",
      inputs: { text: "hello", flag: "yes", list: ["a", "b"] },
    });
    expect(run).toMatchObject({
      status: "completed",
      steps_completed: 8,
      total_steps: 15,
      skipped_steps: [
        "gt-not",
        "lt-not",
        "neq-not",
        "exists-not",
        "after-skipped",
        "may-fail",
        "after-failed",
      ],
      notes: ["Step 'may-fail' failed: Graph not found: nope"],
      results: {
        first: { content: "Step after: start: hello" },
        each: { recommended_mode: "tree", others: [{ recommended_mode: "tree" }] },
      },
    });
    expect(Object.keys(run.results)).toEqual([
      "first",
      "gt",
      "gte",
      "lte",
      "eq",
      "contains",
      "exists",
      "each",
    ]);
  });

  test.each([
    ["no JSON", "{", /cannot be used: /],
    ["another shape", [{ id: "x" }], /cannot be used: /],
    [
      "a misspelt key and a condition without a value",
      [
        {
          id: "x",
          name: "",
          description: "",
          category: "",
          input_schema: {},
          steps: [linear("a", { inputmap: {}, condition: { field: "inputs.a", operator: "gt" } })],
        },
      ],
      /"inputmap"[^]*Required by every operator but exists/,
    ],
    [
      "a taken id",
      [
        {
          id: "code-review",
          name: "",
          description: "",
          category: "",
          input_schema: {},
          steps: [linear("a")],
        },
      ],
      /two presets code-review/,
    ],
    [
      "a tool that runs presets",
      [
        {
          id: "x",
          name: "",
          description: "",
          category: "",
          input_schema: {},
          steps: [{ id: "a", tool: "reasoning_preset_run" }],
        },
      ],
      /no tool for steps/,
    ],
  ])("a file with %s is refused with the reason", async (_what, content, reason) => {
    const { server } = await startWith(content);
    const result = await server.callError("reasoning_preset_list");
    expect(result.structuredContent).toMatchObject({
      error: { type: "Internal", message: expect.stringMatching(reason) },
    });
  });
});
