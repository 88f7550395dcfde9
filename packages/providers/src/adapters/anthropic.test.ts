import { LLMock } from "@copilotkit/aimock";
import {
  anthropicError,
  json,
  startAnthropicEmulator,
  type AnthropicReply,
  type Scripted,
} from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Effort, ModelRequest } from "../model-provider.ts";
import { createAnthropicProvider } from "./anthropic.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

const OPUS = "claude-opus-5-5";
const HAIKU = "claude-haiku-4-5";

async function ask(request: Partial<ModelRequest>, ...replies: Scripted<AnthropicReply>[]) {
  const emulator = await startAnthropicEmulator();
  const model = request.model ?? OPUS;
  emulator.answer(model, ...replies);
  const adapter = createAnthropicProvider(testSettings({ baseUrl: emulator.url }));
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

const plain = { model: OPUS, max_tokens: 32_000, messages: [{ role: "user", content: "hello" }] };

describe("the request", () => {
  test("a text goes to /v1/messages with key and version in headers", async () => {
    const { emulator, answer } = await ask({}, "fine");
    await answer;
    expect(emulator.requests).toEqual([
      {
        method: "POST",
        path: "/v1/messages",
        headers: expect.objectContaining({
          "x-api-key": TEST_KEY,
          "anthropic-version": "2023-06-01",
          "content-type": "application/json",
        }),
        bodyText: JSON.stringify(plain),
        body: plain,
        disconnected: false,
      },
    ]);
    expect(emulator.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("system, several turns, temperature and the output limit", async () => {
    const body = await bodyOf({
      model: HAIKU,
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
      model: HAIKU,
      max_tokens: 900,
      system: "Be brief.",
      messages: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        { role: "user", content: [{ type: "text", text: "three" }] },
      ],
      temperature: 0.3,
    });
  });

  test("an image goes as a base64 source", async () => {
    const body = await bodyOf({
      messages: [
        {
          role: "user",
          content: [
            { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" },
            { type: "text", text: "what is this?" },
          ],
        },
      ],
    });
    const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
    expect(body).toEqual({
      ...plain,
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source },
            { type: "text", text: "what is this?" },
          ],
        },
      ],
    });
  });

  test("web search is Anthropic's own tool", async () => {
    expect(await bodyOf({ webSearch: true })).toEqual({
      ...plain,
      tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }],
    });
  });

  const adaptive = (effort: string) => ({
    thinking: { type: "adaptive" },
    output_config: { effort },
  });
  const budget = (tokens: number) => ({ thinking: { type: "enabled", budget_tokens: tokens } });

  test.each<[string, Effort, object]>([
    [OPUS, "minimal", adaptive("low")],
    [OPUS, "medium", adaptive("medium")],
    [OPUS, "max", adaptive("max")],
    [HAIKU, "minimal", {}],
    [HAIKU, "low", budget(2048)],
    [HAIKU, "max", budget(28_672)],
    ["claude-opus-4-6-unlisted", "high", adaptive("high")],
    ["claude-mythos-preview", "low", adaptive("low")],
    ["claude-sonnet-4-5-20250929", "medium", budget(8192)],
    ["claude-sonnet-4-20250514", "high", budget(16_384)],
  ])("%s at %s effort, without a temperature while it thinks", async (model, effort, thinking) => {
    const body = await bodyOf({ model, effort, temperature: 0.5 });
    const isSilent = Object.keys(thinking).length === 0;
    expect(body).toEqual({
      ...plain,
      model,
      ...thinking,
      ...(isSilent && { temperature: 0.5 }),
    });
  });

  test("models before thinking have a smaller limit and take no effort", async () => {
    const model = "claude-3-5-haiku-20241022";
    expect(await bodyOf({ model, effort: "high", temperature: 0.5 })).toEqual({
      ...plain,
      model,
      max_tokens: 8192,
      temperature: 0.5,
    });
  });

  test("a budget stays below the output limit, or there is none", async () => {
    const narrow = { model: HAIKU, effort: "high", messages: [] } as const;
    const hello = { messages: [{ role: "user" as const, content: "hello" }] };
    expect(await bodyOf({ ...narrow, ...hello, maxOutputTokens: 4096 })).toMatchObject({
      max_tokens: 4096,
      thinking: { type: "enabled", budget_tokens: 3072 },
    });
    expect(await bodyOf({ ...narrow, ...hello, maxOutputTokens: 1500 })).not.toHaveProperty(
      "thinking",
    );
  });

  test("a model that refuses a temperature gets none", async () => {
    expect(await bodyOf({ temperature: 0.5 })).toEqual(plain);
    const unlisted = "claude-opus-4-8-unlisted";
    expect(await bodyOf({ model: unlisted, temperature: 0.5 })).toEqual({
      ...plain,
      model: unlisted,
    });
  });
});

describe("the answer", () => {
  test("text, usage with cached tokens, the model that answered, and the cost", async () => {
    const { answer } = await ask(
      {},
      {
        text: "Paris.",
        thinking: "The capital of France…",
        usage: { input: 100, cacheRead: 40, cacheWrite: 10, output: 50 },
        model: "claude-opus-5-5-20260901",
      },
    );
    expect(await answer).toEqual({
      text: "Paris.",
      usage: {
        inputTokens: 150,
        outputTokens: 50,
        totalTokens: 200,
        cachedInputTokens: 40,
        cacheWriteTokens: 10,
      },
      model: "claude-opus-5-5-20260901",
      finish: "stop",
      costUsd: expect.closeTo((100 * 4 + 40 * 0.2 + 10 * 4 * 1.25 + 50 * 20) / 1e6, 12),
    });
  });

  test.each([
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["tool_use", "other"],
  ])("stop reason %s is %s", async (stopReason, finish) => {
    const { answer } = await ask({}, { text: "half", stopReason });
    expect(await answer).toMatchObject({ text: "half", finish });
  });

  test("text that citations have split is put together again", async () => {
    const content = [
      { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
      { type: "web_search_tool_result", tool_use_id: "srv_1", content: [] },
      { type: "text", text: "It is " },
      { type: "text", text: "sunny", citations: [] },
      { type: "text", text: " today." },
    ];
    const { answer } = await ask({ webSearch: true }, { text: "", content });
    expect((await answer).text).toBe("It is sunny today.");
  });

  test("a paused turn continues, also after a failure, and counts once", async () => {
    const searching = [
      { type: "text", text: "I looked. " },
      { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
    ];
    const { emulator, answer } = await ask(
      { webSearch: true },
      { text: "", content: searching, stopReason: "pause_turn", usage: { input: 10, output: 2 } },
      anthropicError(529, "Overloaded"),
      { text: "It is sunny.", usage: { input: 20, output: 3 } },
    );
    expect(await answer).toMatchObject({
      text: "I looked. It is sunny.",
      usage: { inputTokens: 30, outputTokens: 5, totalTokens: 35 },
      finish: "stop",
    });
    const messages = [
      { role: "user", content: "hello" },
      { role: "assistant", content: searching },
    ];
    expect(emulator.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ messages: messages.slice(0, 1) }),
      expect.objectContaining({ messages }),
      expect.objectContaining({ messages }),
    ]);
  });

  test("a turn that is paused for ever is cut", async () => {
    const { emulator, answer } = await ask({}, { text: "on ", stopReason: "pause_turn" });
    expect(await answer).toMatchObject({ text: "on on on on on on ", finish: "other" });
    expect(emulator.requests).toHaveLength(6);
  });

  test("a refusal is a SAFETY_ERROR, whatever text came before it", async () => {
    const { emulator, answer } = await ask({}, { text: "First, take", stopReason: "refusal" });
    await expect(answer).rejects.toMatchObject({
      name: "ProviderError",
      code: "SAFETY_ERROR",
      details: { provider: "anthropic" },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test("thoughts up to the limit are NO_RESPONSE_CONTENT", async () => {
    const { answer } = await ask({}, { text: "", thinking: "hm", stopReason: "max_tokens" });
    await expect(answer).rejects.toMatchObject({
      code: "NO_RESPONSE_CONTENT",
      message: expect.stringContaining("used up its output tokens"),
    });
  });

  test("an answer without usage or model still counts", async () => {
    const wire = json({ content: [{ type: "text", text: "bare" }] });
    const { answer } = await ask({}, { wire });
    expect(await answer).toEqual({
      text: "bare",
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      model: OPUS,
      finish: "other",
    });
  });
});

describe("Anthropic's errors", () => {
  test.each([
    ["a bad key", anthropicError(401, "invalid x-api-key"), { code: "PROVIDER_UNAVAILABLE" }, 1],
    ["no permission", anthropicError(403, "not allowed"), { code: "PROVIDER_UNAVAILABLE" }, 1],
    [
      "a bad request",
      anthropicError(400, "messages: field required"),
      { code: "INVALID_INPUT" },
      1,
    ],
    ["an unknown model", anthropicError(404, "model: claude-x"), { code: "MODEL_NOT_FOUND" }, 1],
    [
      "too long a prompt",
      anthropicError(400, "prompt is too long: 210000 tokens > 200000 maximum"),
      { code: "CONTEXT_LENGTH_EXCEEDED", details: { maxTokens: 200_000, providedTokens: 210_000 } },
      1,
    ],
    [
      "too large a request",
      anthropicError(413, "Request exceeds the maximum size"),
      { code: "CONTEXT_LENGTH_EXCEEDED" },
      1,
    ],
    [
      "an empty balance",
      anthropicError(400, "Your credit balance is too low to access the Anthropic API."),
      { code: "QUOTA_EXCEEDED" },
      1,
    ],
    [
      "a rate limit that asks for a long wait",
      anthropicError(429, "Number of requests has exceeded your rate limit", { retryAfter: "42" }),
      { code: "RATE_LIMIT_EXCEEDED", details: { status: 429, retryAfterSeconds: 42 } },
      1,
    ],
    ["an internal error", anthropicError(500, "Internal server error"), { code: "API_ERROR" }, 3],
    ["an overload", anthropicError(529, "Overloaded"), { code: "PROVIDER_UNAVAILABLE" }, 3],
  ])("%s", async (_name, reply, expected, tries) => {
    const { emulator, answer } = await ask({}, reply);
    await expect(answer).rejects.toMatchObject(expected);
    expect(emulator.requests).toHaveLength(tries);
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
      { content: "Paris.", usage: { input_tokens: 7, output_tokens: 3 } },
    );
    const adapter = createAnthropicProvider(testSettings({ baseUrl: mock.url }));
    const answer = await adapter.complete({
      model: OPUS,
      system: "Be brief.",
      messages: [{ role: "user", content: "What is the capital of France?" }],
      effort: "low",
    });
    expect(answer).toMatchObject({
      text: "Paris.",
      usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
      model: OPUS,
      finish: "stop",
    });
  });

  test("its rate limit is recognised", async () => {
    const mock = await startMock();
    mock.on(
      {},
      { error: { message: "Slow down", type: "rate_limit" }, status: 429, retryAfter: 30 },
    );
    const adapter = createAnthropicProvider(testSettings({ baseUrl: mock.url }));
    const call = adapter.complete({ model: OPUS, messages: [{ role: "user", content: "hi" }] });
    await expect(call).rejects.toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { retryAfterSeconds: 30 },
    });
  });
});
