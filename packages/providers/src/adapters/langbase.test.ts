import {
  json,
  langbaseError,
  startLangbaseEmulator,
  type LangbaseReply,
  type Scripted,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import { createLangbaseProvider } from "./langbase.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

const PIPE = "linear-reasoning-v1";

async function start(...replies: Scripted<LangbaseReply>[]) {
  const emulator = await startLangbaseEmulator();
  emulator.answer(PIPE, ...replies);
  return { emulator, adapter: createLangbaseProvider(testSettings({ baseUrl: emulator.url })) };
}

const hello: ModelRequest = { model: PIPE, messages: [{ role: "user", content: "hello" }] };

describe("the request", () => {
  test("a pipe is run with exactly the contract's body and a bearer key", async () => {
    const { emulator, adapter } = await start("fine");
    await adapter.complete(hello);
    const body = { name: PIPE, messages: [{ role: "user", content: "hello" }], stream: false };
    expect(emulator.requests).toEqual([
      {
        method: "POST",
        path: "/v1/pipes/run",
        headers: expect.objectContaining({
          authorization: `Bearer ${TEST_KEY}`,
          "content-type": "application/json",
        }),
        bodyText: JSON.stringify(body),
        body,
        disconnected: false,
      },
    ]);
  });

  test("system and turns are messages; the pipe's own settings are left alone", async () => {
    const { emulator, adapter } = await start("fine");
    await adapter.complete({
      model: PIPE,
      system: "System prompt…",
      messages: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        { role: "user", content: "three" },
      ],
      temperature: 0.3,
      effort: "high",
      maxOutputTokens: 900,
      webSearch: true,
    });
    expect(emulator.requests[0]?.body).toEqual({
      name: PIPE,
      messages: [
        { role: "system", content: "System prompt…" },
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        { role: "user", content: "three" },
      ],
      stream: false,
    });
  });

  test("an image goes as a data URL", async () => {
    const { emulator, adapter } = await start("fine");
    const image = { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" } as const;
    await adapter.complete({
      model: PIPE,
      messages: [{ role: "user", content: [{ type: "text", text: "what is this?" }, image] }],
    });
    expect(emulator.requests[0]?.body).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "what is this?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
          ],
        },
      ],
    });
  });

  test("a thread continues under the id that the API gave", async () => {
    const { emulator, adapter } = await start("first", "second");
    const { threadId } = await adapter.complete(hello);
    expect(threadId).toBe("thread-1");
    const second = await adapter.complete({ ...hello, threadId });
    expect(second).toMatchObject({ text: "second", threadId: "thread-1" });
    expect(emulator.requests.map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ threadId: expect.anything() }),
      expect.objectContaining({ threadId: "thread-1" }),
    ]);
  });
});

describe("the answer", () => {
  test("completion, usage, model, finish and thread", async () => {
    const { adapter } = await start({
      text: '{"thought": "so"}',
      threadId: "thread-of-theirs",
      finish: "length",
      usage: { prompt: 100, completion: 20 },
      model: "gpt-4o-mini-2024-07-18",
    });
    expect(await adapter.complete(hello)).toEqual({
      text: '{"thought": "so"}',
      usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
      model: "gpt-4o-mini-2024-07-18",
      finish: "length",
      threadId: "thread-of-theirs",
    });
  });

  test.each<[string, Scripted<LangbaseReply>]>([
    ["nothing else", { text: "alone", bare: true, threadId: null }],
    [
      "other fields of wrong types",
      { wire: json({ completion: "alone", raw: 7, usage: "many", model: null, choices: {} }) },
    ],
  ])("a completion and %s is enough", async (_name, reply) => {
    const { adapter } = await start(reply);
    expect(await adapter.complete(hello)).toEqual({
      text: "alone",
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      model: PIPE,
      finish: "stop",
    });
  });

  test("fields next to the completion instead of in raw are read as well", async () => {
    const wire = json({
      completion: "flat",
      model: "gpt-4o",
      choices: [{ finish_reason: "length" }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    });
    const { adapter } = await start({ wire });
    expect(await adapter.complete(hello)).toMatchObject({
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
      model: "gpt-4o",
      finish: "length",
    });
  });

  test.each([
    ["an empty completion", json({ completion: "" }), "NO_RESPONSE_CONTENT"],
    ["a null completion", json({ completion: null }), "NO_RESPONSE_CONTENT"],
    ["no completion", json({ success: true }), "API_ERROR"],
  ])("%s is an error", async (_name, wire, code) => {
    const { emulator, adapter } = await start({ wire });
    await expect(adapter.complete(hello)).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider: "langbase" },
    });
    expect(emulator.requests).toHaveLength(1);
  });
});

describe("Langbase's errors", () => {
  test.each([
    [400, {}, "INVALID_INPUT", 1],
    [401, {}, "PROVIDER_UNAVAILABLE", 1],
    [403, {}, "PROVIDER_UNAVAILABLE", 1],
    [403, { code: "USAGE_EXCEEDED" }, "QUOTA_EXCEEDED", 1],
    [404, {}, "MODEL_NOT_FOUND", 1],
    [408, {}, "TIMEOUT", 3],
    [429, {}, "RATE_LIMIT_EXCEEDED", 3],
    [429, { retryAfter: "60" }, "RATE_LIMIT_EXCEEDED", 1],
    [500, {}, "API_ERROR", 3],
    [503, {}, "PROVIDER_UNAVAILABLE", 3],
  ])("%i %o is %s after %i tries", async (status, options, code, tries) => {
    const { emulator, adapter } = await start(langbaseError(status, "It failed.", options));
    await expect(adapter.complete(hello)).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider: "langbase", status },
    });
    expect(emulator.requests).toHaveLength(tries);
  });

  test("a pipe that does not exist is named", async () => {
    const { adapter } = await start("fine");
    await expect(adapter.complete({ ...hello, model: "no-such-pipe" })).rejects.toMatchObject({
      code: "MODEL_NOT_FOUND",
      message: expect.stringContaining("no-such-pipe"),
    });
  });

  test("Retry-After is waited for", async () => {
    const { adapter } = await start(
      langbaseError(429, "Slow down.", { retryAfter: "0.02" }),
      "now",
    );
    const waits: number[] = [];
    const answer = await adapter.complete(hello, { onRetry: ({ delayMs }) => waits.push(delayMs) });
    expect([answer.text, waits]).toEqual(["now", [20]]);
  });
});
