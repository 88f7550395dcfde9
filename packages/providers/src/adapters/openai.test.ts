import { openAiError, startOpenAiEmulator } from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import { createOpenAiProvider } from "./openai.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

const PIXEL = "iVBORw0KGgo=";

async function openAi() {
  const emulator = await startOpenAiEmulator();
  emulator.answer("*", "Hello.");
  const provider = createOpenAiProvider(testSettings({ baseUrl: emulator.url }));
  const ask = (request: Partial<ModelRequest> = {}) =>
    provider.complete({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }], ...request });
  const bodyOf = async (request: Partial<ModelRequest>) => {
    await ask(request);
    return emulator.requests.at(-1)?.body;
  };
  return { emulator, provider, ask, bodyOf };
}

describe("openai on the wire", () => {
  test("posts to /v1/responses with the key and nothing of the package's own", async () => {
    const { emulator, ask } = await openAi();
    await ask();
    const [request] = emulator.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/responses" });
    expect(request?.headers).toEqual({
      accept: "application/json",
      authorization: `Bearer ${TEST_KEY}`,
      connection: "keep-alive",
      "content-length": expect.any(String),
      "content-type": "application/json",
      host: expect.stringMatching(/^127\.0\.0\.1:/),
      "user-agent": "faculties",
    });
  });

  test("sends a plain question and has nothing stored", async () => {
    const { bodyOf } = await openAi();
    expect(await bodyOf({})).toEqual({
      model: "gpt-4o",
      store: false,
      input: [{ role: "user", content: "Hi" }],
    });
  });

  test("sends the system text, the turns before, temperature and limit", async () => {
    const { bodyOf } = await openAi();
    const body = await bodyOf({
      system: "Be brief.",
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Hel" },
            { type: "text", text: "lo." },
          ],
        },
        { role: "user", content: [{ type: "text", text: "And now?" }] },
      ],
      temperature: 0.2,
      maxOutputTokens: 500,
    });
    expect(body).toEqual({
      model: "gpt-4o",
      store: false,
      instructions: "Be brief.",
      input: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello." },
        { role: "user", content: [{ type: "input_text", text: "And now?" }] },
      ],
      temperature: 0.2,
      max_output_tokens: 500,
    });
  });

  test("sends an image as a data URL", async () => {
    const { bodyOf } = await openAi();
    const body = await bodyOf({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image", mimeType: "image/png", base64: PIXEL },
          ],
        },
      ],
    });
    expect(body).toMatchObject({
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "What is it?" },
            { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PIXEL}` },
          ],
        },
      ],
    });
  });

  test.each([
    ["o3", "minimal", "low"],
    ["o3", "max", "high"],
    ["gpt-5", "minimal", "minimal"],
    ["gpt-6.1-sol", "minimal", "low"],
    ["gpt-6.1-sol", "max", "max"],
    ["gpt-5.5", "max", "xhigh"],
  ] as const)(
    "gives %s for the effort %s its own %s, and no temperature",
    async (model, effort, sent) => {
      const { bodyOf } = await openAi();
      expect(await bodyOf({ model, effort, temperature: 0.5 })).toEqual({
        model,
        store: false,
        input: [{ role: "user", content: "Hi" }],
        reasoning: { effort: sent },
      });
    },
  );

  test.each([
    ["gpt-4o", "high"],
    ["gpt-99-unlisted", "medium"],
  ] as const)("sends no effort to %s at %s", async (model, effort) => {
    const { bodyOf } = await openAi();
    expect(await bodyOf({ model, effort })).not.toHaveProperty("reasoning");
  });

  test("sends no temperature to a model it does not know", async () => {
    const { bodyOf } = await openAi();
    const body = await bodyOf({ model: "gpt-99-unlisted", temperature: 0.5 });
    expect(body).not.toHaveProperty("temperature");
  });

  test("searches the web by the web_search tool", async () => {
    const { bodyOf } = await openAi();
    expect(await bodyOf({ webSearch: true })).toMatchObject({ tools: [{ type: "web_search" }] });
    expect(await bodyOf({ model: "gpt-5", effort: "minimal", webSearch: true })).toMatchObject({
      tools: [{ type: "web_search" }],
      reasoning: { effort: "low" },
    });
  });

  test("refuses a web search by a model that has none, without a request", async () => {
    const { emulator, ask } = await openAi();
    await expect(ask({ model: "o3-mini", webSearch: true })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    ["more than the model can write", 1_000_000, 16_384],
    ["less than OpenAI takes", 1, 16],
  ])("brings a limit of %s within bounds", async (_, maxOutputTokens, sent) => {
    const { bodyOf } = await openAi();
    expect(await bodyOf({ maxOutputTokens })).toMatchObject({ max_output_tokens: sent });
  });
});

describe("openai's answers", () => {
  test("come with text, usage, cost, the model that answered and the reason it stopped", async () => {
    const { emulator, ask } = await openAi();
    emulator.answer("o3", {
      text: "Four.",
      model: "o3-2025-04-16",
      usage: { input: 1_000, output: 500 },
    });
    await expect(ask({ model: "o3" })).resolves.toEqual({
      text: "Four.",
      model: "o3-2025-04-16",
      finish: "stop",
      usage: { inputTokens: 1_000, outputTokens: 500, totalTokens: 1_500 },
      costUsd: 0.006,
    });
  });

  test("have no cost for a model without prices", async () => {
    const { ask } = await openAi();
    expect(await ask({ model: "gpt-99-unlisted" })).not.toHaveProperty("costUsd");
  });

  test("say when they were cut off", async () => {
    const { emulator, ask } = await openAi();
    emulator.answer("*", { text: "Fo", incomplete: "max_output_tokens" });
    await expect(ask()).resolves.toMatchObject({ text: "Fo", finish: "length" });
  });

  test.each([
    ["no text", { text: "" }, "NO_RESPONSE_CONTENT"],
    [
      "all tokens spent on thinking",
      { text: "", incomplete: "max_output_tokens" },
      "NO_RESPONSE_CONTENT",
    ],
    ["a refusal", { text: "", refusal: "I cannot." }, "SAFETY_ERROR"],
    ["a filtered answer", { text: "", incomplete: "content_filter" }, "SAFETY_ERROR"],
    ["a prompt that failed the check", { text: "", failed: "invalid_prompt" }, "SAFETY_ERROR"],
    ["a refused image", { text: "", failed: "image_content_policy_violation" }, "SAFETY_ERROR"],
  ])("with %s are errors", async (_, reply, code) => {
    const { emulator, ask } = await openAi();
    emulator.answer("*", reply);
    await expect(ask()).rejects.toMatchObject({ code, details: { provider: "openai" } });
    expect(emulator.requests).toHaveLength(1);
  });

  test("that failed on the way are tried again", async () => {
    const { emulator, ask } = await openAi();
    emulator.answer("*", { text: "", failed: "server_error" }, "Now.");
    await expect(ask()).resolves.toMatchObject({ text: "Now." });
    expect(emulator.requests).toHaveLength(2);
  });

  test("of a missing model, a spent quota or a full window are coded", async () => {
    const { emulator, ask } = await openAi();
    emulator.answer("*", openAiError(429, { code: "insufficient_quota" }));
    await expect(ask()).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
    expect(emulator.requests).toHaveLength(1);

    const message =
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens.";
    emulator.answer("*", openAiError(400, { code: "context_length_exceeded", message }));
    await expect(ask()).rejects.toMatchObject({
      code: "CONTEXT_LENGTH_EXCEEDED",
      message:
        "Context length exceeded for model gpt-4o. Send less text or use a model with a larger window.",
      details: { provider: "openai", status: 400, maxTokens: 128_000, providedTokens: 150_000 },
    });
  });
});
