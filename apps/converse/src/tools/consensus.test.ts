import { delayed, json, openAiError, xaiError } from "@faculties/testkit/emulators";
import { beforeEach, describe, expect, test } from "vitest";
import { useConverse } from "../../test/support/converse.ts";
import { bodyOf, useVendors } from "../../test/support/vendors.ts";

const { vendors, env } = useVendors();
const converse = useConverse(env);

type Asked = "openai" | "google" | "xai";
let earlier: Record<Asked, number>;
beforeEach(() => {
  const { openai, google, xai } = vendors;
  openai.answer("o3", "openai says hello");
  google.answer("gemini-2.5-flash", "google says hello");
  xai.answer("grok-4-0709", "xai says hello");
  earlier = {
    openai: openai.requests.length,
    google: google.requests.length,
    xai: xai.requests.length,
  };
});

/** The requests to a vendor in the current test. */
const asked = (vendor: Asked) => vendors[vendor].requests.slice(earlier[vendor]);

const MODELS = [{ model: "o3" }, { model: "flash" }, { model: "grok" }];

type Turn = { role: string; content: string };
const turnsAt = (vendor: "openai" | "xai", place: number) =>
  bodyOf<{ input: Turn[] }>(asked(vendor)[place]).input;

describe("a consensus", () => {
  test("gives every field of the contract, with totals that add up", async () => {
    vendors.openai.answer(
      "o3",
      { text: "first of o3", usage: { input: 200, output: 150 } },
      { text: "final of o3", usage: { input: 250, output: 170 } },
    );
    const result = await converse.consensus({ prompt: "Which database?", models: MODELS });
    const metadata = (provider: string, input: number, output: number) => ({
      provider,
      input_tokens: input,
      output_tokens: output,
      response_time: expect.any(Number),
      cost_usd: expect.any(Number),
    });
    const total = (input: number, output: number) => ({
      total_response_time: expect.any(Number),
      total_input_tokens: input,
      total_output_tokens: output,
      total_cost_usd: expect.any(Number),
    });
    expect(result).toEqual({
      status: "consensus_complete",
      models_consulted: 3,
      successful_initial_responses: 3,
      failed_responses: 0,
      refined_responses: 3,
      phases: {
        initial: [
          {
            model: "o3",
            status: "success",
            response: "first of o3",
            metadata: metadata("openai", 200, 150),
          },
          {
            model: "gemini-2.5-flash",
            status: "success",
            response: "google says hello",
            metadata: metadata("google", 10, 5),
          },
          {
            model: "grok-4-0709",
            status: "success",
            response: "xai says hello",
            metadata: metadata("xai", 11, 7),
          },
        ],
        refined: [
          {
            model: "o3",
            status: "success",
            initial_response: "first of o3",
            refined_response: "final of o3",
            metadata: total(450, 320),
          },
          {
            model: "gemini-2.5-flash",
            status: "success",
            initial_response: "google says hello",
            refined_response: "google says hello",
            metadata: total(20, 10),
          },
          {
            model: "grok-4-0709",
            status: "success",
            initial_response: "xai says hello",
            refined_response: "xai says hello",
            metadata: total(22, 14),
          },
        ],
        failed: [],
      },
      continuation: {
        id: expect.stringMatching(/^consensus_[0-9a-f-]{36}$/),
        messageCount: 2,
      },
      settings: {
        enable_cross_feedback: true,
        temperature: 0.2,
        models_requested: ["o3", "flash", "grok"],
        reasoning_effort: "medium",
      },
      metadata: {
        usage: {
          input_tokens: 492,
          output_tokens: 344,
          total_tokens: 836,
          cost_usd: expect.any(Number),
        },
        conversation: {
          input_tokens: 492,
          output_tokens: 344,
          total_tokens: 836,
          cost_usd: expect.any(Number),
        },
        response_time_ms: expect.any(Number),
      },
    });
    const refined = result.phases.refined.map((answer) => answer.metadata.total_cost_usd ?? 0);
    const sum = refined.reduce((left, right) => left + right, 0);
    expect(result.metadata?.usage.cost_usd).toBeCloseTo(sum, 9);
  });

  test("refines with the own answer, the others' without names, and the custom text as well", async () => {
    await converse.consensus({
      prompt: "Which database?",
      models: MODELS,
      cross_feedback_prompt: "Focus on scalability",
      temperature: 0.1,
      reasoning_effort: "high",
    });
    expect(asked("openai")).toHaveLength(2);
    const [question, own, refinement] = turnsAt("openai", 1);
    expect([question, own]).toEqual([
      { role: "user", content: "Which database?" },
      { role: "assistant", content: "openai says hello" },
    ]);
    const text = refinement?.content ?? "";
    expect(text).toContain("google says hello");
    expect(text).toContain("xai says hello");
    expect(text).toContain("Focus on scalability");
    expect(text).toContain("write your final answer");
    expect(text).not.toContain("openai says hello");
    expect(text).not.toMatch(/gemini|grok|o3/);
    expect(asked("openai").map(({ body }) => body)).toMatchObject([
      { reasoning: { effort: "high" } },
      { reasoning: { effort: "high" } },
    ]);
    expect(asked("xai").map(({ body }) => body)).toMatchObject([
      { temperature: 0.1 },
      { temperature: 0.1 },
    ]);
  });

  test("without cross feedback has one round", async () => {
    const result = await converse.consensus({
      prompt: "x",
      models: MODELS,
      enable_cross_feedback: "false",
    });
    expect(result).toMatchObject({ refined_responses: 0, phases: { refined: [] } });
    expect(asked("openai")).toHaveLength(1);
  });

  test("asks all models before any has answered, and refines when all have", async () => {
    let waiting = 0;
    let release = () => {};
    const everybodyAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const whenAllAsked = async () => {
      waiting += 1;
      if (waiting === 3) release();
      await everybodyAsked;
      return "answered";
    };
    for (const [vendor, model] of [
      ["openai", "o3"],
      ["google", "gemini-2.5-flash"],
      ["xai", "grok-4-0709"],
    ] as const) {
      vendors[vendor].answer(model, whenAllAsked, `refined by ${vendor}`);
    }
    const result = await converse.consensus({ prompt: "x", models: MODELS });
    expect(result.phases.refined.map((answer) => answer.refined_response)).toEqual([
      "refined by openai",
      "refined by google",
      "refined by xai",
    ]);
  });

  test("tells progress as each model answers", async () => {
    vendors.openai.answer("o3", "answered");
    vendors.xai.answer("grok-4-0709", {
      wire: delayed(250, json({ error: "no" }, { status: 400 })),
    });
    const seen: { progress: number; total?: number; message?: string }[] = [];
    await converse.consensus(
      { prompt: "x", models: [{ model: "o3" }, { model: "grok" }] },
      { onprogress: (progress: (typeof seen)[number]) => seen.push(progress) },
    );
    const steps = seen.filter(({ message }) => !message?.includes("characters so far"));
    expect(seen.length).toBeGreaterThan(steps.length);
    expect(steps).toMatchObject([
      { progress: 0, total: 4, message: "Asking o3, grok-4-0709" },
      { progress: 1, total: 4, message: "o3 answered (1 of 4)" },
      { progress: 2, total: 4, message: "grok-4-0709 failed: INVALID_INPUT (2 of 4)" },
    ]);
  });
});

describe("failures", () => {
  test("of some models keep what the others said", async () => {
    vendors.xai.answer(
      "grok-4-0709",
      xaiError(429, "Too many requests", "rate limit", { "retry-after": "60" }),
    );
    const result = await converse.consensus({
      prompt: "x",
      models: [...MODELS, { model: "no-such-model" }],
    });
    expect(result).toMatchObject({
      status: "consensus_complete",
      models_consulted: 4,
      successful_initial_responses: 2,
      failed_responses: 2,
      refined_responses: 2,
    });
    expect(result.phases.failed).toEqual([
      {
        model: "grok-4-0709",
        status: "failed",
        code: "RATE_LIMIT_EXCEEDED",
        provider: "xai",
        error: expect.stringContaining("rate limit"),
        retry_after: 60,
        metadata: { response_time: expect.any(Number) },
      },
      {
        model: "no-such-model",
        status: "failed",
        code: "MODEL_NOT_FOUND",
        provider: "openai",
        error: expect.stringContaining("no-such-model"),
      },
    ]);
    expect(Object.keys(result).slice(0, 2)).toEqual(["status", "models_consulted"]);
    expect(result.phases.failed.map((failed) => Object.keys(failed)[0])).toEqual([
      "model",
      "model",
    ]);
    expect(turnsAt("openai", 1).at(-1)?.content).not.toContain("no-such-model");
  });

  test("of all but one leave that one, without a refinement", async () => {
    vendors.openai.answer("o3", openAiError(400));
    vendors.xai.answer("grok-4-0709", xaiError(400, "no"));
    const result = await converse.consensus({ prompt: "x", models: MODELS });
    expect(result).toMatchObject({
      successful_initial_responses: 1,
      failed_responses: 2,
      refined_responses: 0,
      phases: { refined: [] },
    });
    expect(asked("google")).toHaveLength(1);
  });

  test("in the refinement keep the first answer", async () => {
    vendors.openai.answer(
      "o3",
      { text: "first", usage: { input: 5, output: 6 } },
      openAiError(400),
      "later",
    );
    const result = await converse.consensus({ prompt: "x", models: MODELS });
    expect(result).toMatchObject({ failed_responses: 0, refined_responses: 2 });
    expect(result.phases.refined[0]).toEqual({
      model: "o3",
      status: "failed",
      initial_response: "first",
      refined_response: null,
      error: expect.stringContaining("OpenAI"),
      metadata: {
        total_response_time: expect.any(Number),
        total_input_tokens: 5,
        total_output_tokens: 6,
        total_cost_usd: expect.any(Number),
      },
    });
    const followUp = await converse.chat({
      prompt: "And?",
      continuation_id: result.continuation.id,
    });
    expect(followUp.continuation).toMatchObject({ provider: "openai", model: "o3" });
  });

  test("of all are an error with the whole account, and nothing is stored", async () => {
    vendors.openai.answer("o3", openAiError(429, {}, { "retry-after": "90" }));
    vendors.xai.answer("grok-4-0709", xaiError(429, "slow down", "x", { "retry-after": "60" }));
    const before = await converse.client.listResources();
    const refused = await converse.refusal("consensus", {
      prompt: "x",
      models: [{ model: "o3" }, { model: "grok" }],
    });
    expect(refused).toMatchObject({
      status: "consensus_failed",
      code: "RATE_LIMIT_EXCEEDED",
      models_consulted: 2,
      successful_initial_responses: 0,
      failed_responses: 2,
      refined_responses: 0,
      retry_after: 60,
      phases: { initial: [], refined: [], failed: [{ model: "o3" }, { model: "grok-4-0709" }] },
    });
    expect(refused["error"]).toMatch(/^No model answered\. o3: .* grok-4-0709: /);
    expect(await converse.client.listResources()).toEqual(before);
  });

  test("with different codes have the general one", async () => {
    vendors.openai.answer("o3", openAiError(400));
    expect(
      await converse.refusal("consensus", {
        prompt: "x",
        models: [{ model: "o3" }, { model: "nope" }],
      }),
    ).toMatchObject({ code: "API_ERROR", status: "consensus_failed" });
  });
});

test.each([
  [["grok", "grok-4-0709"], "xai/grok-4-0709"],
  [["o3", "openai/O3"], "openai/o3"],
  [["nope", "NOPE "], "NOPE"],
])("%j are duplicates", async (names, model) => {
  const models = names.map((name) => ({ model: name }));
  expect(await converse.refusal("consensus", { prompt: "x", models })).toMatchObject({
    code: "INVALID_INPUT",
    error: expect.stringContaining(model),
  });
});

test.each([
  [{ prompt: "x", models: [] }, "models"],
  [{ prompt: "x", models: [7] }, 'models.0: must be a name, or an object such as {"model": '],
  [{ prompt: "x", models: Array.from({ length: 101 }, () => ({ model: "o3" })) }, "at most 100"],
  [{ prompt: "", models: MODELS }, "prompt"],
  [{ models: MODELS }, "prompt"],
  [{ prompt: "x", models: MODELS, temperature: 1.1 }, "temperature"],
  [{ prompt: "x", models: MODELS, reasoning_effort: "extreme" }, "reasoning_effort"],
])("%j is refused with the name of the field", async (args, field) => {
  expect(await converse.refusal("consensus", args)).toMatchObject({
    code: "INVALID_INPUT",
    error: expect.stringContaining(field),
  });
});
