import {
  openAiError,
  startAnthropicEmulator,
  startGoogleEmulator,
  startOpenAiEmulator,
  startXaiEmulator,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { testSettings } from "../../test/test-settings.ts";
import type { ModelProvider, ModelRequest } from "../model-provider.ts";
import { createAnthropicProvider } from "./anthropic.ts";
import { createCompatibleProvider } from "./compatible.ts";
import { createGoogleProvider } from "./google.ts";
import { createOpenAiProvider } from "./openai.ts";
import { createOpenRouterProvider } from "./openrouter.ts";
import { createXaiProvider } from "./xai.ts";

const SEARCHING = [
  ["openai", startOpenAiEmulator, createOpenAiProvider, "gpt-6.1-sol"],
  ["xai", startXaiEmulator, createXaiProvider, "grok-4.7"],
  ["anthropic", startAnthropicEmulator, createAnthropicProvider, "claude-opus-5-5"],
  ["google", startGoogleEmulator, createGoogleProvider, "gemini-3.8-flash"],
  ["openrouter", startOpenAiEmulator, createOpenRouterProvider, "some/model"],
] as const;

const PDF = Buffer.from("%PDF-1.7 nothing").toString("base64");
const question = { role: "user" as const, content: "What is new?" };

describe.each(SEARCHING)("%s", (name, start, create, model) => {
  test.each([false, true])(
    "gives the sources of a search, each once (streamed: %s)",
    async (streams) => {
      const emulator = await start();
      const page = { url: "https://example.org/a", title: "A page" };
      const sources = [
        page,
        page,
        { url: "https://example.org/b", title: "B" },
        { url: "ftp://x" },
      ];
      emulator.answer(model, { text: "This is.", sources });
      const provider: ModelProvider = create(testSettings({ baseUrl: emulator.url }));
      const answer = await provider.complete(
        { model, messages: [question], webSearch: true },
        streams ? { onDelta: () => {} } : {},
      );
      expect(answer.sources).toEqual([page, { url: "https://example.org/b", title: "B" }]);
      // The price of tokens does not include that of a search.
      if (name !== "openrouter") {
        expect(answer.usage.searches).toBe(1);
        expect(answer.costUsd).toBeGreaterThan(0.004);
      }
    },
  );

  test("has no sources without a search", async () => {
    const emulator = await start();
    emulator.answer(model, { text: "This is." });
    const answer = await create(testSettings({ baseUrl: emulator.url })).complete({
      model,
      messages: [question],
    });
    expect(answer).not.toHaveProperty("sources");
  });

  test(`${name === "xai" ? "refuses" : "takes"} a PDF`, async () => {
    const emulator = await start();
    emulator.answer(model, { text: "Nothing." });
    const request: ModelRequest = {
      model,
      messages: [{ ...question, documents: [{ name: "report.pdf", base64: PDF }] }],
    };
    const run = create(testSettings({ baseUrl: emulator.url })).complete(request);
    if (name === "xai") {
      await expect(run).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect(emulator.requests).toEqual([]);
    } else {
      expect(await run).toMatchObject({ text: "Nothing." });
      expect(emulator.requests[0]?.bodyText).toContain(PDF);
    }
  });
});

test.each([
  ["a thought in front", "<think>Hm.\nWell.</think>\n\nYes.", "Yes."],
  ["a thought whose beginning is in the template", "Hm.\n</think>\n\nYes.", "Yes."],
  [
    "tags that are part of the answer",
    "Write `<think>x</think>` there.",
    "Write `<think>x</think>` there.",
  ],
])("takes thoughts out of an answer: %s", async (_, sent, expected) => {
  const emulator = await startOpenAiEmulator();
  emulator.answer("m", sent);
  const provider = createCompatibleProvider(testSettings({ baseUrl: emulator.url }));
  expect(await provider.complete({ model: "m", messages: [question] })).toMatchObject({
    text: expected,
  });
});

test("an answer that is thoughts only is no answer", async () => {
  const emulator = await startOpenAiEmulator();
  emulator.answer("m", "<think>Hm, hm, hm");
  const provider = createCompatibleProvider(testSettings({ baseUrl: emulator.url }));
  const run = provider.complete({ model: "m", messages: [question] });
  await expect(run).rejects.toMatchObject({ code: "NO_RESPONSE_CONTENT" });
});

test.each([
  ["temperature", { temperature: 0.5 }, "Unsupported value: 'temperature' does not support 0.5"],
  ["reasoning_effort", { effort: "high" as const }, '"llama3" does not support thinking'],
  [
    "response_format",
    { jsonSchema: { name: "n", schema: { type: "object" } } },
    "This response_format type is unavailable now",
  ],
])("asks again without a refused %s and says so", async (parameter, given, message) => {
  const emulator = await startOpenAiEmulator();
  emulator.answer("m", ({ body }) =>
    parameter in (body as object) ? openAiError(400, { message }) : "Good.",
  );
  const provider = createCompatibleProvider(testSettings({ baseUrl: emulator.url }));
  const answer = await provider.complete({ model: "m", messages: [question], ...given });
  expect(answer).toMatchObject({ text: "Good.", refusedParameters: [parameter] });
  expect(emulator.requests).toHaveLength(2);
});

test.each([
  [
    "openai",
    startOpenAiEmulator,
    createOpenAiProvider,
    "gpt-6.1-sol",
    (10_000 * 2 + 90_000 * 0.1) / 1e6,
  ],
  [
    "google",
    startGoogleEmulator,
    createGoogleProvider,
    "gemini-3.8-flash",
    (10_000 * 1.5 + 90_000 * 0.15) / 1e6,
  ],
] as const)(
  "%s: cached input costs what cached input costs",
  async (_, start, create, model, cost) => {
    const emulator = await start();
    emulator.answer(model, {
      text: "Yes.",
      usage: { input: 100_000, prompt: 100_000, output: 0, cached: 90_000 },
    });
    const answer = await create(testSettings({ baseUrl: emulator.url })).complete({
      model,
      messages: [question],
    });
    expect(answer.usage.cachedInputTokens).toBe(90_000);
    expect(answer.costUsd).toBeCloseTo(cost, 9);
  },
);

test("marks what a later request begins with for Anthropic's cache, and gives OpenAI the key", async () => {
  const [anthropic, openai] = await Promise.all([startAnthropicEmulator(), startOpenAiEmulator()]);
  anthropic.answer("*", "Yes.");
  openai.answer("*", "Yes.");
  const request: ModelRequest = {
    model: "some-model",
    messages: [{ ...question, cache: true }],
    cacheKey: "conversation-1",
  };
  await createAnthropicProvider(testSettings({ baseUrl: anthropic.url })).complete(request);
  await createOpenAiProvider(testSettings({ baseUrl: openai.url })).complete(request);
  expect(anthropic.requests[0]?.body).toMatchObject({
    messages: [{ content: [{ type: "text", cache_control: { type: "ephemeral" } }] }],
  });
  expect(openai.requests[0]?.body).toMatchObject({ prompt_cache_key: "conversation-1" });
});

test("lets Anthropic think and answer at length when the answer is streamed", async () => {
  const anthropic = await startAnthropicEmulator();
  anthropic.answer("*", "Yes.");
  const provider = createAnthropicProvider(testSettings({ baseUrl: anthropic.url }));
  const request: ModelRequest = { model: "claude-opus-5-5", messages: [question], effort: "max" };
  await provider.complete(request, { onDelta: () => {} });
  await provider.complete(request);
  expect(anthropic.requests.map(({ body }) => (body as { max_tokens: number }).max_tokens)).toEqual(
    [128_000, 32_000],
  );
});
