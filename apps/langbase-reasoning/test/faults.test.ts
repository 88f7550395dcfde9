import { resultText, temporaryHome, waitUntil } from "@faculties/testkit";
import {
  bytes,
  cut,
  echoKey,
  endless,
  hang,
  json,
  langbaseError,
  openAiError,
  refuse,
} from "@faculties/testkit/emulators";
import { beforeEach, describe, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "./scripted-answers.ts";
import { startCompatible, startReasoning, TEST_KEY, UUID } from "./start-reasoning.ts";

const PIPE = "linear-reasoning-v1";
const SOUND = '{"thought": "It holds.", "confidence": 0.9}';

const shared = await startReasoning({ env: { LOG_LEVEL: "debug" }, args: ["--enable-observe"] });
const { emulator } = shared;
const compatible = await startCompatible({ env: { REQUEST_TIMEOUT_MS: "1000" } });
let sentBefore = 0;
const sent = () => emulator.requests.slice(sentBefore);

beforeEach(() => {
  emulator.answer("*", goodAnswer);
  emulator.answer(PIPE, goodAnswer);
  sentBefore = emulator.requests.length;
});

async function failure(server = shared.server, args: object = {}) {
  const result = await server.callError("reasoning_linear", { content: "x", ...args });
  const { error } = result.structuredContent as { error: { type: string; message: string } };
  expect(resultText(result)).toBe(`Error: ${error.type}: ${error.message}`);
  expect(JSON.stringify(result)).not.toContain(TEST_KEY);
  expect(resultText(result)).not.toMatch(/\n\s+at /);
  return error;
}

describe("the request", () => {
  test("it is the contract's, and the thread is the one that the API gave", async () => {
    const { server } = shared;
    const { session_id } = await server.callOk("reasoning_linear", { content: "First" });
    await server.callOk("reasoning_linear", { content: "Second", session_id });
    await server.callOk("reasoning_divergent", { content: "Third", session_id });
    const [first, second, third] = sent();
    expect(first).toMatchObject({ method: "POST", path: "/v1/pipes/run" });
    expect(first?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
    expect(first?.body).toEqual({
      name: PIPE,
      messages: [
        { role: "system", content: expect.stringContaining("JSON") },
        { role: "user", content: "<content>\nFirst\n</content>" },
      ],
      stream: false,
    });
    // The thread already knows the first thought.
    expect(second?.body).toMatchObject({
      threadId: expect.stringMatching(/^thread-\d+$/),
      messages: [{ role: "system" }, { role: "user", content: "<content>\nSecond\n</content>" }],
    });
    // Another pipe has its own thread and gets the earlier thoughts.
    expect(third?.body).not.toHaveProperty("threadId");
    expect(third?.body).toMatchObject({
      name: "divergent-reasoning-v1",
      messages: [
        { role: "system" },
        {
          content: expect.stringContaining(
            "<previous_thoughts>\n1. Step after: First\n2. Step after: Second\n</previous_thoughts>",
          ),
        },
      ],
    });
  });

  test("pipes have the names that the variables give", async () => {
    const own = await startReasoning({ env: { PIPE_LINEAR: "my-own-pipe" } });
    await own.server.callOk("reasoning_linear", { content: "x" });
    expect(own.emulator.requests[0]?.body).toMatchObject({ name: "my-own-pipe" });
  });
});

describe("retries", () => {
  test.each([
    ["429", langbaseError(429, "Slow down")],
    ["408", langbaseError(408, "Too slow")],
    ["500", langbaseError(500, "Oops")],
    ["503 with HTML", { wire: bytes("<html>Bad gateway</html>", { status: 503 }) }],
    ["a refused connection", { wire: refuse() }],
    ["a cut connection", { wire: cut() }],
  ])("%s is tried again, and success ends it", async (_name, fault) => {
    emulator.answer(PIPE, fault, fault, SOUND);
    expect(await shared.server.callOk("reasoning_linear", { content: "x" })).toMatchObject({
      content: "It holds.",
    });
    expect(sent()).toHaveLength(3);
  });

  test.each([
    ["429", langbaseError(429, "Slow down")],
    ["500", langbaseError(500, "Oops")],
    ["a refused connection", { wire: refuse() }],
  ])("%s for ever is LangbaseUnavailable after MAX_RETRIES", async (_name, fault) => {
    emulator.answer(PIPE, fault);
    expect(await failure()).toMatchObject({ type: "LangbaseUnavailable" });
    expect(sent()).toHaveLength(4);
  });

  test.each([400, 401, 403, 404])("%d is an ApiError at once", async (status) => {
    emulator.answer(PIPE, langbaseError(status, "No."));
    expect(await failure()).toMatchObject({ type: "ApiError", status });
    expect(sent()).toHaveLength(1);
  });

  test("Retry-After is respected, within the budget", async () => {
    emulator.answer(PIPE, langbaseError(429, "Slow down", { retryAfter: "1" }), SOUND);
    const began = performance.now();
    await shared.server.callOk("reasoning_linear", { content: "x" });
    expect(performance.now() - began).toBeGreaterThan(950);
    emulator.answer(PIPE, langbaseError(429, "Slow down", { retryAfter: "3600" }));
    expect(await failure()).toMatchObject({ type: "LangbaseUnavailable" });
    expect(sent()).toHaveLength(3);
  });

  test("MAX_RETRIES sets how often, and a client that listens hears of the wait", async () => {
    const { server, emulator: own } = await startReasoning({
      env: { RETRY_DELAY_MS: "50", MAX_RETRIES: "1" },
    });
    own.answer(PIPE, langbaseError(500, "Oops"), SOUND);
    const heard: string[] = [];
    await server.callOk(
      "reasoning_linear",
      { content: "x" },
      { onprogress: ({ message }) => heard.push(message ?? "") },
    );
    expect(heard[0]).toMatch(/^langbase: API_ERROR, try 2 in \d+ ms$/);
    own.answer(PIPE, langbaseError(500, "Oops"));
    await failure(server);
    expect(own.requests).toHaveLength(4);
  });
});

describe("no answer", () => {
  test("a pipe that hangs is a Timeout, and the connection is closed", async () => {
    const own = await startReasoning({ env: { REQUEST_TIMEOUT_MS: "200" } });
    own.emulator.answer(PIPE, { wire: hang() });
    expect(await failure(own.server)).toMatchObject({ type: "Timeout" });
    await own.emulator.waitForDisconnect();
  });

  test("a client that cancels ends the request", async () => {
    emulator.answer(PIPE, { wire: hang() });
    const cancel = new AbortController();
    const call = shared.server.call(
      "reasoning_linear",
      { content: "x" },
      { signal: cancel.signal },
    );
    const request = await emulator.waitForRequest(sentBefore + 1);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await waitUntil(() => request.disconnected);
  });

  test.each([
    ["HTML with 200", { wire: bytes("<html>Hello</html>") }],
    ["JSON without a completion", { wire: json({ success: true }) }],
    ["an empty completion", ""],
    ["nothing but empty thinking", "<think> </think>"],
    ["half a JSON text", { wire: bytes('{"completion": "a') }],
    ["an endless body", { wire: endless() }],
  ])("%s is an ApiError", async (_name, fault) => {
    emulator.answer(PIPE, fault);
    expect(await failure()).toMatchObject({ type: "ApiError" });
  });

  test("a vendor that repeats the key does not get it any further", async () => {
    emulator.answer(PIPE, { wire: echoKey(401) });
    await failure();
    await waitUntil(() => shared.server.stderr().includes("call refused"));
    expect(shared.server.stderr()).not.toContain(TEST_KEY);
  });

  test("nothing is stored of a call that failed but the failure itself", async () => {
    const { server } = shared;
    const { session_id } = await server.callOk("reasoning_linear", { content: "x" });
    emulator.answer(PIPE, langbaseError(400, "No."));
    await failure(server, { session_id });
    const { content } = await server.callOk<{ content: string }>("reasoning_export", {
      session_id,
      format: "json",
    });
    const record = JSON.parse(content) as { thoughts: object[]; invocations: object[] };
    expect(record.thoughts).toHaveLength(1);
    expect(record.invocations).toMatchObject([
      { tool_name: "reasoning_linear", pipe_name: PIPE, success: true, error: null },
      {
        tool_name: "reasoning_linear",
        pipe_name: PIPE,
        success: false,
        error: expect.stringContaining("ApiError"),
      },
    ]);
    expect(await server.callOk("reasoning_metrics", { session_id })).toEqual({
      session_id,
      total: { calls: 2, failures: 1, fallbacks: 0 },
      pipes: [
        {
          pipe_name: PIPE,
          calls: 2,
          failures: 1,
          fallbacks: 0,
          latency_ms: { p50: expect.any(Number), p95: expect.any(Number), max: expect.any(Number) },
        },
      ],
    });
  });
});

const PROSE = [
  "The model answered in prose instead of JSON.",
  "The model gave no confidence; 0.8 stands for it.",
];
const RULED = [
  "The model named no known mode.",
  "Chosen by rules, not by a model: on prompts that they were not written for they are right 11 times in 44.",
];

describe("unusable answers", () => {
  const big = "word ".repeat(1_000_000);
  test.each([
    ["prose", "It simply holds.", "It simply holds.", 0.8, PROSE],
    ["fenced", `Sure:\n\`\`\`json\n${SOUND}\n\`\`\``, "It holds.", 0.9],
    [
      "truncated",
      '{"confidence": 0.4, "thought": "It was cut o',
      "It was cut o",
      0.4,
      ["The model's answer was cut off; its end is missing."],
    ],
    ["thinking first", `<think>{"thought": "no"}</think>${SOUND}`, "It holds.", 0.9],
    ["wrong types", '{"thought": ["a", "b"], "confidence": "70%"}', "a\nb", 0.7],
    [
      "out of range",
      '{"thought": "a", "confidence": 17}',
      "a",
      0.17,
      ["The model's 17 was read as 0.17."],
    ],
    ["another language", "Das stimmt. 確かに。", "Das stimmt. 確かに。", 0.8, PROSE],
    ["5 MB", big, big.trim(), 0.8, PROSE],
  ])("%s", async (_name, completion, content, confidence, notes?: string[]) => {
    emulator.answer(PIPE, completion);
    expect(await shared.server.callOk("reasoning_linear", { content: "x" })).toEqual({
      thought_id: expect.stringMatching(UUID),
      session_id: expect.stringMatching(UUID),
      content,
      confidence,
      previous_thought: null,
      ...(notes !== undefined && { notes }),
    });
  });

  test("a router that names itself, or nothing known, leaves the choice to the rules", async () => {
    for (const recommended_mode of ["auto", "guesswork"]) {
      emulator.answer("*", JSON.stringify({ recommended_mode, confidence: 0.9 }));
      expect(await shared.server.callOk("reasoning_auto", { content: "Which?" })).toMatchObject({
        recommended_mode: "decision",
        notes: RULED,
      });
    }
  });

  test("prose is enough for the other tools too", async () => {
    const { server } = shared;
    emulator.answer("*", "Just some words.");
    const ok = (tool: string, args: object) =>
      server.callOk<Record<string, unknown>>(tool, { ...args });
    expect(await ok("reasoning_tree", { content: "x" })).toMatchObject({
      content: "Just some words.",
      confidence: 0.8,
      branches_explored: 1,
      notes: [...PROSE, "The answer named no branches; it became the only one."],
    });
    expect(await ok("reasoning_divergent", { content: "x" })).toMatchObject({
      content: "Just some words.",
      perspectives: [],
      synthesis: "Just some words.",
    });
    expect(await ok("reasoning_reflection", { content: "x" })).toMatchObject({
      content: "Just some words.",
      strengths: [],
      improved_reasoning: null,
      iterations: 1,
    });
    expect(await ok("reasoning_auto", { content: "Which one?" })).toMatchObject({
      recommended_mode: "decision",
      notes: RULED,
    });
    expect(await ok("reasoning_detect_biases", { content: "Everyone is doing it." })).toMatchObject(
      {
        detections: [{ bias_type: "bandwagon_effect" }],
        reasoning_quality: null,
        overall_assessment: "One bias found: bandwagon effect.",
        notes: [PROSE[0], expect.stringMatching(/^Rules looked for typical English wording/)],
      },
    );
    expect(
      await ok("reasoning_assess_evidence", {
        claim: "c",
        evidence: [{ content: "e", source_type: "anecdotal" }],
      }),
    ).toMatchObject({
      overall_credibility: 0.35,
      synthesis: "Just some words.",
      notes: [
        ...PROSE,
        "1 item not fully assessed; the credibility typical for the source and a relevance of 0.5 stand in.",
      ],
    });
    expect(
      await ok("reasoning_probabilistic", {
        hypothesis: "h",
        prior: 0.5,
        evidence: [{ description: "e" }],
      }),
    ).toMatchObject({ posterior: 0.7, update_steps: [{ likelihoods: "default" }] });
    const { graph_id, root_node_id: node_id } = await ok("reasoning_got_init", { content: "root" });
    expect(await ok("reasoning_got_generate", { graph_id, node_id })).toMatchObject({
      nodes: [{ content: "Just some words." }],
      notes: [PROSE[0], "1 of 3 continuations: the model gave no more."],
    });
    const unrated = await server.callError("reasoning_got_score", { graph_id, node_id });
    expect(resultText(unrated)).toContain("The model did not rate the node.");
    const refused = await server.callError("reasoning_make_decision", {
      question: "q",
      alternatives: ["a", "b"],
    });
    expect(refused.structuredContent).toMatchObject({ error: { type: "ApiError" } });
  });
});

describe("an OpenAI-compatible server that fails", () => {
  test.each([
    ["429", openAiError(429, { message: "Slow down" })],
    ["500", openAiError(500, { message: "Oops" })],
    ["503 with HTML", { wire: bytes("<html>Bad gateway</html>", { status: 503 }) }],
    ["a refused connection", { wire: refuse() }],
    ["a cut connection", { wire: cut() }],
  ])("%s is tried again; for ever, it is LangbaseUnavailable", async (_name, fault) => {
    compatible.emulator.answer("*", fault, fault, SOUND);
    expect(await compatible.server.callOk("reasoning_linear", { content: "x" })).toMatchObject({
      content: "It holds.",
    });
    compatible.emulator.answer("*", fault);
    const before = compatible.emulator.requests.length;
    expect(await failure(compatible.server)).toMatchObject({ type: "LangbaseUnavailable" });
    expect(compatible.emulator.requests).toHaveLength(before + 4);
  });

  test.each([400, 401, 403, 404])("%d is an ApiError at once", async (status) => {
    compatible.emulator.answer("*", openAiError(status, { message: "No." }));
    const before = compatible.emulator.requests.length;
    expect(await failure(compatible.server)).toMatchObject({ type: "ApiError", status });
    expect(compatible.emulator.requests).toHaveLength(before + 1);
  });

  test("HTML with 200 and an empty answer are ApiErrors, and hanging is a Timeout", async () => {
    compatible.emulator.answer("*", { wire: bytes("<html>Hello</html>") });
    expect(await failure(compatible.server)).toMatchObject({ type: "ApiError" });
    compatible.emulator.answer("*", "");
    expect(await failure(compatible.server)).toMatchObject({ type: "ApiError" });
    compatible.emulator.answer("*", { wire: hang() });
    expect(await failure(compatible.server)).toMatchObject({ type: "Timeout" });
  });
});

test("another provider gets the whole session that began on Langbase", async () => {
  const home = await temporaryHome();
  const { server } = await startReasoning({ home });
  const { session_id } = await server.callOk("reasoning_linear", { content: "First" });
  await server.close();
  const other = await startCompatible({ home });
  await other.server.callOk("reasoning_linear", { content: "Second", session_id });
  expect(messagesOf(other.emulator.requests[0]!).user).toBe(
    "<previous_thoughts>\n1. Step after: First\n</previous_thoughts>\n\n<content>\nSecond\n</content>",
  );
});
