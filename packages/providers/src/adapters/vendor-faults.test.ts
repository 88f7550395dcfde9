import {
  bytes,
  cut,
  echoKey,
  endless,
  hang,
  hangInBody,
  json,
  refuse,
  startAnthropicEmulator,
  startGoogleEmulator,
  startLangbaseEmulator,
  type Emulator,
  type WireReply,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createAnthropicProvider } from "./anthropic.ts";
import { createGoogleProvider } from "./google.ts";
import { createLangbaseProvider } from "./langbase.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

type Vendor = {
  provider: string;
  model: string;
  start: () => Promise<Emulator<{ text: string }>>;
  create: (settings: AdapterSettings) => ModelProvider;
};

const VENDORS: Vendor[] = [
  {
    provider: "google",
    model: "gemini-2.5-flash",
    start: startGoogleEmulator,
    create: createGoogleProvider,
  },
  {
    provider: "anthropic",
    model: "claude-opus-5-5",
    start: startAnthropicEmulator,
    create: createAnthropicProvider,
  },
  {
    provider: "langbase",
    model: "linear-reasoning-v1",
    start: startLangbaseEmulator,
    create: createLangbaseProvider,
  },
];

describe.each(VENDORS)("$provider", ({ provider, model, start, create }) => {
  const request = { model, messages: [{ role: "user" as const, content: "hello" }] };

  async function setUp(given: Partial<AdapterSettings>, ...replies: (string | WireReply)[]) {
    const emulator = await start();
    emulator.answer(model, ...replies);
    return { emulator, adapter: create(testSettings({ baseUrl: emulator.url, ...given })) };
  }

  test("an abort closes the socket and rethrows its reason", async () => {
    const { emulator, adapter } = await setUp({}, { wire: hang() });
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const call = adapter.complete(request, { signal: controller.signal });
    const outcome = call.catch((thrown: unknown) => thrown);
    await emulator.waitForRequest();
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await emulator.waitForDisconnect();
    expect(emulator.requests).toHaveLength(1);
  });

  test.each([
    ["never answers", hang()],
    ["stops in mid-answer", hangInBody()],
  ])("a vendor that %s is a TIMEOUT, and the socket is closed", async (_name, wire) => {
    const policy = { maxTries: 3, retryDelayMs: 1, timeoutMs: 80 };
    const { emulator, adapter } = await setUp({ policy }, { wire });
    await expect(adapter.complete(request)).rejects.toMatchObject({
      name: "ProviderError",
      code: "TIMEOUT",
      details: { provider },
    });
    await emulator.waitForDisconnect();
  });

  test.each([
    ["before the answer", refuse()],
    ["in mid-answer", cut()],
  ])("a connection cut %s is tried again", async (_name, wire) => {
    const { emulator, adapter } = await setUp({}, { wire }, "back again");
    const retries: unknown[] = [];
    const answer = await adapter.complete(request, { onRetry: (retry) => retries.push(retry) });
    expect(answer.text).toBe("back again");
    expect(emulator.requests).toHaveLength(2);
    expect(retries).toEqual([
      { number: 1, delayMs: expect.any(Number), reason: "PROVIDER_UNAVAILABLE" },
    ]);
  });

  test.each([
    ["a dead line", refuse(), {}],
    ["a gateway's error page", bytes("<html>Bad Gateway</html>", { status: 502 }), { status: 502 }],
  ])("%s is PROVIDER_UNAVAILABLE after all tries", async (_name, wire, details) => {
    const { emulator, adapter } = await setUp({}, { wire });
    await expect(adapter.complete(request)).rejects.toMatchObject({
      name: "ProviderError",
      code: "PROVIDER_UNAVAILABLE",
      details: { provider, ...details },
    });
    expect(emulator.requests).toHaveLength(3);
  });

  test.each([
    ["half a JSON text", bytes('{"half":'), "API_ERROR"],
    ["an HTML page", bytes("<html><body>Welcome</body></html>"), "API_ERROR"],
    ["JSON of another shape", json([1, 2]), "API_ERROR"],
    ["JSON null", json(null), "API_ERROR"],
    ["a body without end", endless(), "API_ERROR"],
    ["an empty body", bytes(""), "NO_RESPONSE_CONTENT"],
  ])("%s is an error after one try", async (_name, wire, code) => {
    const { emulator, adapter } = await setUp({}, { wire });
    await expect(adapter.complete(request)).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider, status: 200 },
    });
    expect(emulator.requests).toHaveLength(1);
  });

  test("a key that the vendor repeats is in no part of the error", async () => {
    const { emulator, adapter } = await setUp({}, { wire: echoKey() });
    const error = await adapter.complete(request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PROVIDER_UNAVAILABLE", details: { status: 401 } });
    expect(JSON.stringify(emulator.requests[0]?.headers)).toContain(TEST_KEY);
    const { message, stack, cause } = error as Error;
    const told = [message, stack, (cause as Error).message, (cause as Error).stack];
    expect(told.join("\n") + JSON.stringify(error)).not.toContain(TEST_KEY);
    expect((cause as Error).message).toContain("[redacted]");
  });

  test("a key that the model repeats is hidden in the answer", async () => {
    const { adapter } = await setUp({}, `The key is ${TEST_KEY}.`);
    expect((await adapter.complete(request)).text).toBe("The key is [redacted].");
  });

  test("a missing key or a bad base URL is PROVIDER_UNAVAILABLE without a request", async () => {
    const { emulator, adapter } = await setUp({ apiKey: " " }, "unreached");
    await expect(adapter.complete(request)).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      message: `Provider not available. Check API key configuration. Set ${provider.toUpperCase()}_API_KEY.`,
    });
    const lost = create(testSettings({ baseUrl: "file:///etc/passwd" }));
    await expect(lost.complete(request)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    expect(emulator.requests).toEqual([]);
  });

  test("the base URL may end in a version and a slash, and the provider may have another name", async () => {
    const { emulator, adapter } = await setUp({}, "found");
    await adapter.complete(request);
    const other = create(testSettings({ baseUrl: `${emulator.url}/v1/`, name: "mine" }));
    await other.complete(request);
    expect(emulator.requests[1]?.path).toBe(emulator.requests[0]?.path);
    expect([adapter.name, other.name]).toEqual([provider, "mine"]);
    await expect(other.complete({ ...request, model: "unheard-of" })).rejects.toMatchObject({
      code: "MODEL_NOT_FOUND",
      details: { provider: "mine", status: 404 },
    });
  });

  test("fifty calls at once are kept apart", async () => {
    const { emulator, adapter } = await setUp({});
    emulator.answer(model, ({ bodyText }) => /question \d+/.exec(bodyText)?.[0] ?? "");
    const questions = Array.from({ length: 50 }, (_, index) => `question ${index}`);
    const answers = await Promise.all(
      questions.map((content) =>
        adapter.complete({ model, messages: [{ role: "user", content }] }),
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(questions);
  });
});
