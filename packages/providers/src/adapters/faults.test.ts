import {
  bytes,
  cut,
  echoKey,
  endless,
  hang,
  hangInBody,
  json,
  openAiError,
  refuse,
  startOpenAiEmulator,
  type RecorderAnswer,
} from "@faculties/testkit/emulators";
import { describe, expect, test, vi } from "vitest";
import type { AdapterSettings } from "../adapter-settings.ts";
import type { CompleteOptions, ModelProvider } from "../model-provider.ts";
import { createCompatibleProvider } from "./compatible.ts";
import { createOpenAiProvider } from "./openai.ts";
import { createOpenRouterProvider } from "./openrouter.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";
import { createXaiProvider } from "./xai.ts";

const ADAPTERS: [string, (settings: AdapterSettings) => ModelProvider][] = [
  ["openai", createOpenAiProvider],
  ["xai", createXaiProvider],
  ["compatible", createCompatibleProvider],
  ["openrouter", createOpenRouterProvider],
];

describe.each(ADAPTERS)("%s", (name, create) => {
  async function faulty(...answers: RecorderAnswer[]) {
    const emulator = await startOpenAiEmulator();
    emulator.answer("*", ...answers.map((wire) => ({ wire })), "Hello.");
    const ask = (settings: Partial<AdapterSettings> = {}, options: CompleteOptions = {}) =>
      create(testSettings({ baseUrl: emulator.url, ...settings })).complete(
        { model: "m", messages: [{ role: "user", content: "Hi" }] },
        options,
      );
    return { emulator, ask };
  }
  const thrice = (answer: RecorderAnswer) => [answer, answer, answer] as const;
  const error = (status: number, headers = {}) => openAiError(status, {}, headers).wire;

  test.each([
    ["408", error(408)],
    ["429", error(429)],
    ["500", error(500)],
    ["503", error(503)],
    ["a cut connection", cut()],
    ["a closed connection", refuse()],
  ])("tries again after %s, and tells so", async (_, answer) => {
    const { emulator, ask } = await faulty(answer);
    const onRetry = vi.fn<NonNullable<CompleteOptions["onRetry"]>>();
    await expect(ask({}, { onRetry })).resolves.toMatchObject({ text: "Hello." });
    expect(emulator.requests).toHaveLength(2);
    expect(onRetry.mock.calls).toEqual([
      [{ number: 1, delayMs: expect.any(Number), reason: expect.any(String) }],
    ]);
  });

  test.each([
    ["429", error(429), "RATE_LIMIT_EXCEEDED", { status: 429 }],
    ["500", error(500), "API_ERROR", { status: 500 }],
    ["503", error(503), "PROVIDER_UNAVAILABLE", { status: 503 }],
    ["cut connections", cut(), "PROVIDER_UNAVAILABLE", {}],
  ])("gives up after three times %s", async (_, answer, code, details) => {
    const { emulator, ask } = await faulty(...thrice(answer));
    await expect(ask()).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider: name, ...details },
    });
    expect(emulator.requests).toHaveLength(3);
  });

  test.each([
    ["400", error(400), "INVALID_INPUT"],
    ["401", error(401), "PROVIDER_UNAVAILABLE"],
    ["403", error(403), "PROVIDER_UNAVAILABLE"],
    ["409", error(409), "API_ERROR"],
    ["404 of a page", bytes("<html>", { status: 404 }), "API_ERROR"],
    ["a page", bytes("<html>", { headers: { "content-type": "text/html" } }), "API_ERROR"],
    ["half a JSON text", bytes('{"output": ['), "API_ERROR"],
    ["JSON of another kind", json([1, 2]), "API_ERROR"],
    ["JSON null", json(null), "API_ERROR"],
    ["fields of another type", json({ output: "x", choices: "x" }), "API_ERROR"],
    ["an empty object", json({}), "NO_RESPONSE_CONTENT"],
    ["an empty body", bytes(""), "NO_RESPONSE_CONTENT"],
  ])("fails at once on %s", async (_, answer, code) => {
    const { emulator, ask } = await faulty(answer);
    await expect(ask()).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider: name },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test("waits as long as Retry-After says", async () => {
    const { ask } = await faulty(error(429, { "retry-after": "0.02" }));
    const onRetry = vi.fn<NonNullable<CompleteOptions["onRetry"]>>();
    await ask({}, { onRetry });
    expect(onRetry.mock.calls).toEqual([
      [{ number: 1, delayMs: 20, reason: "RATE_LIMIT_EXCEEDED" }],
    ]);
  });

  test("does not stall on a long Retry-After but passes it on", async () => {
    const { emulator, ask } = await faulty(error(429, { "retry-after": "60" }));
    await expect(ask()).rejects.toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { provider: name, status: 429, retryAfterSeconds: 60 },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test.each([
    ["before the headers", hang()],
    ["in mid-body", hangInBody()],
  ])("closes the socket when the caller leaves %s", async (_, answer) => {
    const { emulator, ask } = await faulty(answer);
    const controller = new AbortController();
    const reason = new Error("the client left");
    const left = ask({}, { signal: controller.signal }).catch((thrown: unknown) => thrown);
    await emulator.waitForRequest();
    controller.abort(reason);
    expect(await left).toBe(reason);
    await emulator.waitForDisconnect();
    expect(emulator.requests).toHaveLength(1);
  });

  test("closes the socket and says TIMEOUT when the vendor hangs", async () => {
    const { emulator, ask } = await faulty();
    // Loads the adapter's client, so that only the hang uses up the budget.
    await ask();
    emulator.answer("*", { wire: hang() });
    const policy = { maxTries: 3, retryDelayMs: 1, timeoutMs: 300 };
    await expect(ask({ policy })).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { provider: name },
    });
    await emulator.waitForDisconnect();
  });

  test("leaves an endless body", async () => {
    const { emulator, ask } = await faulty(endless());
    await expect(ask()).rejects.toMatchObject({ code: "API_ERROR" });
    await emulator.waitForDisconnect();
    expect(emulator.requests).toHaveLength(1);
  });

  test("hides a key that comes back in an error", async () => {
    const { ask } = await faulty(echoKey());
    const failure = await ask().catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    const { message, stack, cause } = failure as Error;
    const said = [message, stack, cause, (cause as Error).message, (cause as Error).stack];
    expect(said.join("\n")).not.toContain(TEST_KEY);
    expect((cause as Error).message).toContain("Bearer [redacted]");
  });

  test("hides a key that comes back in the answer", async () => {
    const { emulator, ask } = await faulty();
    emulator.answer("*", { text: `Your key is ${TEST_KEY}.`, model: `model-${TEST_KEY}` });
    await expect(ask()).resolves.toMatchObject({
      text: "Your key is [redacted].",
      model: "model-[redacted]",
    });
  });

  test("keeps fifty calls at once apart", async () => {
    const { emulator } = await faulty();
    emulator.answer("*", (request) => request.bodyText.match(/question \d+/)?.[0] ?? "");
    const provider = create(testSettings({ baseUrl: emulator.url }));
    const questions = Array.from({ length: 50 }, (_, index) => `question ${index}`);
    const answers = await Promise.all(
      questions.map((content) =>
        provider.complete({ model: "m", messages: [{ role: "user", content }] }),
      ),
    );
    expect(answers.map((answer) => answer.text)).toEqual(questions);
  });
});
