import { LLMock } from "@copilotkit/aimock";
import {
  googleError,
  startGoogleEmulator,
  type GoogleReply,
  type Scripted,
} from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Effort, ModelRequest } from "../model-provider.ts";
import { createGoogleProvider } from "./google.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

const FLASH = "gemini-2.5-flash";

async function ask(request: Partial<ModelRequest>, ...replies: Scripted<GoogleReply>[]) {
  const emulator = await startGoogleEmulator();
  const model = request.model ?? FLASH;
  emulator.answer(model.replace(/^models\//, ""), ...replies);
  const adapter = createGoogleProvider(testSettings({ baseUrl: emulator.url }));
  const answer = adapter.complete({
    model,
    messages: [{ role: "user", content: "hello" }],
    ...request,
  });
  return { emulator, answer };
}

async function bodyOf(request: Partial<ModelRequest>): Promise<unknown> {
  const { emulator, answer } = await ask(request, "fine");
  await answer;
  return emulator.requests[0]?.body;
}

const hello = { role: "user", parts: [{ text: "hello" }] };

describe("the request", () => {
  test("a text goes to the model's endpoint, with the key in a header only", async () => {
    const { emulator, answer } = await ask({}, "fine");
    await answer;
    expect(emulator.requests).toEqual([
      {
        method: "POST",
        path: "/v1beta/models/gemini-2.5-flash:generateContent",
        headers: expect.objectContaining({
          "x-goog-api-key": TEST_KEY,
          "content-type": "application/json",
        }),
        bodyText: JSON.stringify({ contents: [hello] }),
        body: { contents: [hello] },
        disconnected: false,
      },
    ]);
    expect(emulator.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("system, several turns, temperature and the output limit", async () => {
    const body = await bodyOf({
      system: "Be brief.",
      messages: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        { role: "user", content: [{ type: "text", text: "three" }] },
      ],
      temperature: 0.3,
      maxOutputTokens: 900,
    });
    expect(body).toEqual({
      contents: [
        { role: "user", parts: [{ text: "one" }] },
        { role: "model", parts: [{ text: "two" }] },
        { role: "user", parts: [{ text: "three" }] },
      ],
      systemInstruction: { parts: [{ text: "Be brief." }] },
      generationConfig: { temperature: 0.3, maxOutputTokens: 900 },
    });
  });

  test("an image goes as inline data", async () => {
    const body = await bodyOf({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "what is this?" },
            { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" },
          ],
        },
      ],
    });
    expect(body).toEqual({
      contents: [
        {
          role: "user",
          parts: [
            { text: "what is this?" },
            { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
          ],
        },
      ],
    });
  });

  test("web search is the google_search tool", async () => {
    expect(await bodyOf({ webSearch: true })).toEqual({
      contents: [hello],
      tools: [{ google_search: {} }],
    });
  });

  test.each<[string, Effort, object | undefined]>([
    [FLASH, "minimal", { thinkingBudget: 0 }],
    [FLASH, "medium", { thinkingBudget: 8192 }],
    [FLASH, "max", { thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", "minimal", { thinkingBudget: 128 }],
    ["gemini-2.5-pro", "max", { thinkingBudget: 32_768 }],
    ["gemini-2.0-flash", "high", undefined],
    ["gemini-3.8-flash", "minimal", { thinkingLevel: "LOW" }],
    ["gemini-3.5-flash", "minimal", { thinkingLevel: "MINIMAL" }],
    ["gemini-3.5-flash", "max", { thinkingLevel: "HIGH" }],
    ["gemini-3-pro-unlisted", "medium", { thinkingLevel: "LOW" }],
    ["gemini-3.9-unlisted", "medium", { thinkingLevel: "MEDIUM" }],
    ["gemini-2.5-flash-unlisted", "minimal", { thinkingBudget: 512 }],
    ["gemini-2.5-pro-unlisted", "high", { thinkingBudget: 24_576 }],
    ["gemini-1.5-pro", "high", undefined],
    ["gemma-unlisted", "high", undefined],
  ])("%s at %s effort", async (model, effort, thinkingConfig) => {
    expect(await bodyOf({ model, effort })).toEqual({
      contents: [hello],
      ...(thinkingConfig !== undefined && { generationConfig: { thinkingConfig } }),
    });
  });

  test("a model that refuses a temperature gets none", async () => {
    const listed = await bodyOf({ model: "gemini-4-argon", temperature: 0.5 });
    const unlisted = await bodyOf({ model: "gemini-4-unlisted", temperature: 0.5 });
    expect([listed, unlisted]).toEqual([{ contents: [hello] }, { contents: [hello] }]);
  });

  test("a model's name cannot lead to another endpoint", async () => {
    const { emulator, answer } = await ask({ model: "../../v1/x?key=1" }, "fine");
    await answer;
    expect(emulator.requests[0]?.path).toBe(
      "/v1beta/models/..%2F..%2Fv1%2Fx%3Fkey%3D1:generateContent",
    );
  });

  test("a model's full resource name is its id", async () => {
    const { emulator, answer } = await ask({ model: `models/${FLASH}` }, "fine");
    await answer;
    expect(emulator.requests[0]?.path).toBe(`/v1beta/models/${FLASH}:generateContent`);
  });
});

describe("the answer", () => {
  test("text, usage, the model that answered, and the cost", async () => {
    const { answer } = await ask(
      {},
      {
        text: "Paris.",
        thoughts: "The capital of France…",
        usage: { prompt: 100, output: 20, thoughts: 30, search: 50 },
        model: "gemini-2.5-flash-001",
      },
    );
    expect(await answer).toEqual({
      text: "Paris.",
      usage: { inputTokens: 150, outputTokens: 50, totalTokens: 200 },
      model: "gemini-2.5-flash-001",
      finish: "stop",
      costUsd: expect.closeTo((150 * 0.3 + 50 * 2.5) / 1e6, 12),
    });
  });

  test.each([
    ["MAX_TOKENS", "length"],
    ["OTHER", "other"],
  ])("finish reason %s is %s", async (finish, expected) => {
    const { answer } = await ask({}, { text: "half", finish });
    expect(await answer).toMatchObject({ text: "half", finish: expected });
  });

  test.each<[string, GoogleReply]>([
    ["a blocked prompt", { text: "", blocked: "PROHIBITED_CONTENT" }],
    ["a blocked answer", { text: "", finish: "SAFETY" }],
    ["an answer cut by the filter", { text: "how to", finish: "SAFETY" }],
    ["a recitation", { text: "It was the best of", finish: "RECITATION" }],
  ])("%s is a SAFETY_ERROR", async (_name, reply) => {
    const { emulator, answer } = await ask({}, reply);
    await expect(answer).rejects.toMatchObject({
      name: "ProviderError",
      code: "SAFETY_ERROR",
      details: { provider: "google" },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test.each<[string, GoogleReply, string]>([
    ["no text", { text: "" }, "gave no text"],
    ["thoughts only", { text: "", thoughts: "hm" }, "gave no text"],
    ["thoughts up to the limit", { text: "", finish: "MAX_TOKENS" }, "used up its output tokens"],
  ])("%s is NO_RESPONSE_CONTENT", async (_name, reply, words) => {
    const { answer } = await ask({}, reply);
    await expect(answer).rejects.toMatchObject({
      code: "NO_RESPONSE_CONTENT",
      message: expect.stringContaining(words),
    });
  });
});

describe("Google's errors", () => {
  test.each([
    [
      "a bad key",
      googleError(400, "API key not valid.", { reason: "API_KEY_INVALID" }),
      { code: "PROVIDER_UNAVAILABLE" },
      1,
    ],
    ["no permission", googleError(403, "Permission denied."), { code: "PROVIDER_UNAVAILABLE" }, 1],
    ["a bad request", googleError(400, "Unknown field."), { code: "INVALID_INPUT" }, 1],
    [
      "an unknown model",
      googleError(404, "models/x is not found."),
      { code: "MODEL_NOT_FOUND" },
      1,
    ],
    [
      "too long a prompt",
      googleError(
        400,
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      ),
      {
        code: "CONTEXT_LENGTH_EXCEEDED",
        details: { maxTokens: 1_048_576, providedTokens: 1_200_000 },
      },
      1,
    ],
    [
      "a used-up day",
      googleError(429, "You exceeded your current quota.", {
        quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
        retryDelay: "40s",
      }),
      { code: "QUOTA_EXCEEDED", details: { retryAfterSeconds: 40 } },
      1,
    ],
    [
      "a rate limit that asks for a long wait",
      googleError(429, "Resource exhausted.", { retryDelay: "57.3s" }),
      { code: "RATE_LIMIT_EXCEEDED", details: { status: 429, retryAfterSeconds: 58 } },
      1,
    ],
    [
      "an internal error",
      googleError(500, "Internal."),
      { code: "API_ERROR", details: { status: 500 } },
      3,
    ],
    [
      "an overload",
      googleError(503, "The model is overloaded."),
      { code: "PROVIDER_UNAVAILABLE" },
      3,
    ],
  ])("%s", async (_name, reply, expected, tries) => {
    const { emulator, answer } = await ask({}, reply);
    await expect(answer).rejects.toMatchObject(expected);
    expect(emulator.requests).toHaveLength(tries);
  });

  test("RetryInfo's short delay is waited for, and then the answer comes", async () => {
    const { emulator, answer } = await ask(
      {},
      googleError(429, "Resource exhausted.", { retryDelay: "0.01s" }),
      "now",
    );
    expect((await answer).text).toBe("now");
    expect(emulator.requests).toHaveLength(2);
  });
});

describe("against aimock", () => {
  async function startMock() {
    const mock = new LLMock({ port: 0 });
    onTestFinished(() => mock.stop());
    await mock.start();
    return mock;
  }

  test("it is understood and understands", async () => {
    const mock = await startMock();
    mock.on(
      { userMessage: "capital", systemMessage: "brief" },
      { content: "Paris.", usage: { promptTokenCount: 7, candidatesTokenCount: 3 } },
    );
    const adapter = createGoogleProvider(testSettings({ baseUrl: mock.url }));
    const answer = await adapter.complete({
      model: FLASH,
      system: "Be brief.",
      messages: [{ role: "user", content: "What is the capital of France?" }],
      effort: "low",
      temperature: 0.2,
    });
    expect(answer).toMatchObject({ text: "Paris.", finish: "stop" });
    expect(answer.usage).toEqual({ inputTokens: 7, outputTokens: 3, totalTokens: 10 });
  });

  test("its rate limit is recognised", async () => {
    const mock = await startMock();
    mock.on(
      {},
      { error: { message: "Slow down", type: "rate_limit" }, status: 429, retryAfter: 30 },
    );
    const adapter = createGoogleProvider(testSettings({ baseUrl: mock.url }));
    const call = adapter.complete({ model: FLASH, messages: [{ role: "user", content: "hi" }] });
    await expect(call).rejects.toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { retryAfterSeconds: 30 },
    });
  });
});
