import {
  startAnthropicEmulator,
  startGoogleEmulator,
  startOpenAiEmulator,
  startXaiEmulator,
  type StreamFault,
} from "@faculties/testkit/emulators";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testSettings } from "../../test/test-settings.ts";
import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import type { ProviderError } from "../provider-error.ts";
import { createAnthropicProvider } from "./anthropic.ts";
import { createCompatibleProvider } from "./compatible.ts";
import { createGoogleProvider } from "./google.ts";
import { createOpenAiProvider } from "./openai.ts";
import { createOpenRouterProvider } from "./openrouter.ts";
import { createXaiProvider } from "./xai.ts";

const VENDORS = [
  ["openai", startOpenAiEmulator, createOpenAiProvider],
  ["xai", startXaiEmulator, createXaiProvider],
  ["anthropic", startAnthropicEmulator, createAnthropicProvider],
  ["google", startGoogleEmulator, createGoogleProvider],
  ["openrouter", startOpenAiEmulator, createOpenRouterProvider],
  ["compatible", startOpenAiEmulator, createCompatibleProvider],
] as const;

const TEXT = "The answer is forty-two, whatever the question was. 🙂 Ünïcödé";
const FAST = { maxTries: 1, retryDelayMs: 1, timeoutMs: 10_000 };
const asked = { model: "some-model", messages: [{ role: "user" as const, content: "?" }] };

describe.each(VENDORS)("%s", (_name, start, create) => {
  async function connect(settings: Partial<AdapterSettings> = {}) {
    const emulator = await start();
    const provider: ModelProvider = create(testSettings({ baseUrl: emulator.url, ...settings }));
    return { emulator, provider };
  }

  /** Asks with a stream and returns the pieces with the answer or the error. */
  async function stream(provider: ModelProvider, signal?: AbortSignal) {
    const pieces: string[] = [];
    const outcome = await provider
      .complete(asked, { signal, onDelta: ({ text }) => pieces.push(text) })
      .catch((error: unknown) => error as ProviderError);
    return { pieces, outcome };
  }

  test("streams the same answer as without", async () => {
    const { emulator, provider } = await connect();
    emulator.answer("some-model", { text: TEXT });
    const { pieces, outcome } = await stream(provider);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join("")).toBe(TEXT);
    expect(outcome).toEqual(await provider.complete(asked));
    expect(outcome).toMatchObject({ text: TEXT, finish: "stop", model: "some-model" });
  });

  test("has the same text for any text", async () => {
    const { emulator, provider } = await connect();
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: "grapheme" }), async (text) => {
        fc.pre(text.trim() !== "");
        emulator.answer("some-model", { text });
        const { pieces, outcome } = await stream(provider);
        expect(pieces.join("")).toBe(text);
        expect(outcome).toMatchObject({ text });
      }),
      { numRuns: 25 },
    );
  });

  test.each<[StreamFault["ending"], object]>([
    ["hang", { code: "TIMEOUT", message: expect.stringContaining("in the middle") }],
    ["cut", { code: "PROVIDER_UNAVAILABLE" }],
    ["end", { code: "PROVIDER_UNAVAILABLE" }],
    ["garbage", { code: "API_ERROR" }],
  ])("keeps the text before a stream that goes wrong: %s", async (ending, expected) => {
    const { emulator, provider } = await connect({ policy: { ...FAST, idleTimeoutMs: 50 } });
    emulator.answer("some-model", { text: TEXT, fault: { pieces: 2, ending } });
    const { pieces, outcome } = await stream(provider);
    expect(pieces).toHaveLength(2);
    expect(outcome).toMatchObject({ ...expected, partialText: pieces.join("") });
  });

  test("tries again after a broken stream, and answers with the second", async () => {
    const { emulator, provider } = await connect();
    emulator.answer(
      "some-model",
      { text: TEXT, fault: { pieces: 1, ending: "cut" } },
      { text: "Second." },
    );
    const { pieces, outcome } = await stream(provider);
    expect(pieces.at(-1)).toBe("Second.");
    expect(outcome).toMatchObject({ text: "Second." });
    expect(emulator.requests).toHaveLength(2);
  });

  test("keeps the text when the time is over", async () => {
    const { emulator, provider } = await connect({ policy: { ...FAST, timeoutMs: 400 } });
    emulator.answer("some-model", { text: TEXT, fault: { pieces: 3, ending: "hang" } });
    const { pieces, outcome } = await stream(provider);
    expect(outcome).toMatchObject({ code: "TIMEOUT", partialText: pieces.join("") });
    await emulator.waitForDisconnect();
  });

  test("closes the connection at once when the caller aborts, and throws the caller's reason", async () => {
    const { emulator, provider } = await connect();
    emulator.answer("some-model", { text: TEXT, fault: { pieces: 1, ending: "hang" } });
    const abort = new AbortController();
    const reason = new Error("changed my mind");
    const run = provider.complete(asked, {
      signal: abort.signal,
      onDelta: () => abort.abort(reason),
    });
    await expect(run).rejects.toBe(reason);
    await emulator.waitForDisconnect();
  });

  test("hides a key in the partial text although it came in pieces", async () => {
    const { emulator, provider } = await connect({ policy: FAST });
    const fault: StreamFault = { pieces: 4, ending: "end" };
    emulator.answer("some-model", {
      text: "Key: sk-test-0123456789abcdef is yours, is it not? Say so.",
      fault,
    });
    const { outcome } = await stream(provider);
    expect((outcome as ProviderError).partialText).toBeDefined();
    expect((outcome as ProviderError).partialText).not.toContain("0123456789abcdef");
  });

  test("understands a server that does not stream", async () => {
    const { emulator, provider } = await connect();
    emulator.answer("some-model", { text: TEXT });
    const plain = await provider.complete(asked);
    const [body] = emulator.requests;
    expect(body?.bodyText).not.toContain('"stream":true');
    expect(plain).toMatchObject({ text: TEXT });
  });

  test("asks for JSON by a schema in the vendor's own way", async () => {
    const { emulator, provider } = await connect();
    emulator.answer("some-model", '{"verdict":"yes"}');
    const schema = {
      type: "object",
      properties: { verdict: { type: "string" } },
      required: ["verdict"],
      additionalProperties: false,
    };
    const answer = await provider.complete({ ...asked, jsonSchema: { name: "verdict", schema } });
    expect(JSON.parse(answer.text)).toEqual({ verdict: "yes" });
    const [request] = emulator.requests;
    expect(JSON.stringify(request?.body)).toContain(JSON.stringify(schema));
  });
});

test("a schema that is not closed is not enforced strictly", async () => {
  const emulator = await startOpenAiEmulator();
  emulator.answer("m", "{}");
  const provider = createOpenAiProvider(testSettings({ baseUrl: emulator.url }));
  const schema = { type: "object", properties: { note: { type: "string" } } };
  await provider.complete({
    model: "m",
    messages: asked.messages,
    jsonSchema: { name: "n", schema },
  });
  expect(emulator.requests[0]?.body).toMatchObject({
    text: { format: { type: "json_schema", name: "n", schema, strict: false } },
  });
});
