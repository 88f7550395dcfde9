import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { selfSignedCertificate, temporaryHome, waitUntil } from "@faculties/testkit";
import {
  type RecorderAnswer,
  anthropicError,
  bytes,
  cut,
  echoKey,
  endless,
  googleError,
  hang,
  hangInBody,
  json,
  openAiError,
  refuse,
  type WireReply,
  xaiError,
} from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import { startConverse, useConverse } from "./support/converse.ts";
import { openDatabase } from "./support/open-database.ts";
import { PNG_BASE64 } from "./support/png.ts";
import { deadAddress, environmentOf, KEYS, type Vendors, useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const converse = useConverse(env);

const secondsAhead = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

describe("what vendors say becomes the contract's codes", () => {
  const cases: [string, keyof Vendors, WireReply, object][] = [
    [
      "a rate limit with seconds to wait",
      "openai",
      openAiError(429, { code: "rate_limit_exceeded" }, { "retry-after": "60" }),
      { code: "RATE_LIMIT_EXCEEDED", provider: "openai", retry_after: 60 },
    ],
    [
      "a rate limit with Google's RetryInfo",
      "google",
      googleError(429, "Resource has been exhausted", { retryDelay: "37s" }),
      { code: "RATE_LIMIT_EXCEEDED", provider: "google", retry_after: 37 },
    ],
    [
      "a spent quota",
      "openai",
      openAiError(429, { code: "insufficient_quota", message: "You exceeded your current quota" }),
      { code: "QUOTA_EXCEEDED", provider: "openai" },
    ],
    [
      "a context overflow",
      "openai",
      openAiError(400, {
        code: "context_length_exceeded",
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens.",
      }),
      {
        code: "CONTEXT_LENGTH_EXCEEDED",
        provider: "openai",
        max_tokens: 128_000,
        provided_tokens: 150_000,
      },
    ],
    [
      "a context overflow at Anthropic",
      "anthropic",
      anthropicError(400, "prompt is too long: 210000 tokens > 200000 maximum"),
      {
        code: "CONTEXT_LENGTH_EXCEEDED",
        provider: "anthropic",
        max_tokens: 200_000,
        provided_tokens: 210_000,
      },
    ],
    [
      "a model that the vendor does not know",
      "xai",
      xaiError(404, "The model grok-99 does not exist or your team does not have access to it."),
      { code: "MODEL_NOT_FOUND", provider: "xai" },
    ],
    [
      "a refused key",
      "anthropic",
      anthropicError(401, "invalid x-api-key"),
      { code: "PROVIDER_UNAVAILABLE", provider: "anthropic" },
    ],
    [
      "a refusal on safety grounds",
      "openai",
      openAiError(400, { code: "content_policy_violation" }),
      { code: "SAFETY_ERROR", provider: "openai" },
    ],
    [
      "an outage",
      "google",
      googleError(503, "The model is overloaded"),
      { code: "PROVIDER_UNAVAILABLE", provider: "google" },
    ],
    ["a gateway's timeout", "openai", openAiError(504), { code: "TIMEOUT", provider: "openai" }],
  ];

  test.each(cases)("%s", async (name, vendor, reply, expected) => {
    const model = name.replaceAll(/\W/g, "-");
    vendors[vendor].answer(model, reply);
    const refused = await converse.refusal("chat", { prompt: "Why?", model: `${vendor}/${model}` });
    expect(refused).toEqual({ error: expect.any(String), ...expected });
  });

  test("a rate limit with a date to wait for", async () => {
    vendors.openai.answer("gpt-5", openAiError(429, {}, { "retry-after": secondsAhead(100) }));
    const refused = await converse.refusal("chat", { prompt: "Why?", model: "gpt-5" });
    expect(refused["retry_after"]).toBeGreaterThan(90);
    expect(refused["retry_after"]).toBeLessThan(102);
  });
});

describe("tries", () => {
  const count = async (reply: WireReply, model: string) => {
    const before = vendors.openai.requests.length;
    vendors.openai.answer(model, reply);
    await converse.refusal("chat", { prompt: "Why?", model });
    return vendors.openai.requests.length - before;
  };

  test.each([408, 429, 500, 503])("on %i there are three", async (status) => {
    expect(await count(openAiError(status), "gpt-5-mini")).toBe(3);
  });

  test.each([400, 401, 404, 422])("on %i there is one", async (status) => {
    expect(await count(openAiError(status), "gpt-5-mini")).toBe(1);
  });

  test("a long wait is not waited for", async () => {
    expect(await count(openAiError(429, {}, { "retry-after": "11" }), "gpt-5-mini")).toBe(1);
  });

  test("the second may succeed", async () => {
    vendors.openai.answer("gpt-5-mini", openAiError(500), "at last");
    expect((await converse.chat({ prompt: "x", model: "gpt-5-mini" })).content).toBe("at last");
  });
});

describe("a response without an answer", () => {
  const cases: [string, RecorderAnswer, string][] = [
    ["garbage", bytes("<html>Bad gateway</html>"), "API_ERROR"],
    ["another shape", json({ output: "surprise" }), "API_ERROR"],
    ["an empty body", bytes(""), "NO_RESPONSE_CONTENT"],
    ["a truncated body", cut('{"output": ['), "PROVIDER_UNAVAILABLE"],
    ["an endless body", endless(), "API_ERROR"],
    ["a broken connection", refuse(), "PROVIDER_UNAVAILABLE"],
  ];
  test.each(cases)("%s", async (_, wire, code) => {
    vendors.openai.answer("gpt-4.1", { wire });
    expect(await converse.refusal("chat", { prompt: "Why?", model: "gpt-4.1" })).toEqual({
      code,
      provider: "openai",
      error: expect.stringContaining("OpenAI"),
    });
  });

  test("an answer without text", async () => {
    vendors.openai.answer("gpt-4.1", "");
    expect(await converse.refusal("chat", { prompt: "x", model: "gpt-4.1" })).toMatchObject({
      code: "NO_RESPONSE_CONTENT",
    });
  });

  test("a refused connection", async () => {
    const server = await startConverse({ env: { ...env, XAI_BASE_URL: await deadAddress() } });
    expect(await server.refusal("chat", { prompt: "x", model: "grok" })).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      provider: "xai",
      error: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("a certificate that nobody trusts, tried once", async () => {
    let greetings = 0;
    const server = createTlsServer(selfSignedCertificate());
    server.on("tlsClientError", () => (greetings += 1)).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = await startConverse({
      env: { ...env, ANTHROPIC_BASE_URL: `https://127.0.0.1:${port}` },
    });
    expect(await client.refusal("chat", { prompt: "x", model: "sonnet" })).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      provider: "anthropic",
      error: expect.stringContaining("TLS"),
    });
    await waitUntil(() => greetings === 1, { what: "one handshake" });
  });

  test("a name that does not exist, within the time limit whatever the resolver does", async () => {
    const server = await startConverse({
      env: { ...env, GOOGLE_BASE_URL: "http://vendor.invalid", REQUEST_TIMEOUT_MS: "2000" },
    });
    const startedAt = performance.now();
    const refused = await server.refusal("chat", { prompt: "x", model: "flash" });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(["PROVIDER_UNAVAILABLE", "TIMEOUT"]).toContain(refused["code"]);
    expect(refused["provider"]).toBe("google");
  });
});

describe("the time limit", () => {
  test.each([
    ["never answers", hang()],
    ["stops in the middle", hangInBody()],
    ["asks to wait again and again", json({}, { status: 429, headers: { "retry-after": "1" } })],
  ])("holds for a vendor that %s", async (_, wire) => {
    vendors.openai.answer("gpt-5.1", { wire });
    const server = await startConverse({ env: { ...env, REQUEST_TIMEOUT_MS: "1500" } });
    const startedAt = performance.now();
    const refused = await server.refusal("chat", { prompt: "x", model: "gpt-5.1" });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(["TIMEOUT", "RATE_LIMIT_EXCEEDED"]).toContain(refused["code"]);
    expect(refused["provider"]).toBe("openai");
  });

  test("in a consensus costs only the models that are too slow, in either round", async () => {
    vendors.openai.answer("gpt-5.1", { wire: hang() });
    vendors.xai.answer("grok-4.6", "quick", { wire: hang() });
    vendors.google.answer("gemini-2.5-flash", "quick", "refined");
    const server = await startConverse({ env: { ...env, REQUEST_TIMEOUT_MS: "3000" } });
    const startedAt = performance.now();
    const result = await server.consensus({
      prompt: "x",
      models: [{ model: "gpt-5.1" }, { model: "grok-4.6" }, { model: "flash" }],
    });
    expect(performance.now() - startedAt).toBeLessThan(4000);
    expect(result.phases.failed).toMatchObject([{ model: "gpt-5.1", code: "TIMEOUT" }]);
    expect(result.phases.refined).toMatchObject([
      { model: "grok-4.6", status: "failed", refined_response: null },
      { model: "gemini-2.5-flash", status: "success", refined_response: "refined" },
    ]);
  });
});

describe("cancellation", () => {
  test.each(["2025", "2026", "1.x"] as const)(
    "by a %s client closes the vendor's socket and stores nothing",
    async (client) => {
      const home = await temporaryHome();
      const server = await startConverse({ env, client, home });
      await server.chat({ prompt: "before", model: "gpt-5.2" });
      vendors.openai.answer("gpt-5.4", { wire: hang() });
      const before = vendors.openai.requests.length;
      const controller = new AbortController();
      const call = server.chat({ prompt: "x", model: "gpt-5.4" }, { signal: controller.signal });
      const gone = call.catch((error: unknown) => error);
      const request = await vendors.openai.waitForRequest(before + 1);
      controller.abort();
      expect(await gone).toBeInstanceOf(Error);
      await waitUntil(() => request.disconnected, { what: "the socket to close" });
      expect((await server.client.listResources()).resources).toHaveLength(4);
      await server.close();
      const database = openDatabase(home);
      expect(database.prepare("select count(*) as n from messages").get()).toEqual({ n: 2 });
      expect(database.prepare("select count(*) as n from calls").get()).toEqual({ n: 1 });
    },
  );

  test.each(["first", "second"])(
    "of a consensus in the %s round closes every socket",
    async (round) => {
      const home = await temporaryHome();
      const server = await startConverse({ env, home });
      const script = round === "first" ? [{ wire: hang() }] : ["an answer", { wire: hang() }];
      vendors.openai.answer("gpt-5.4", ...script);
      vendors.google.answer("gemini-3.5-flash", ...script);
      vendors.xai.answer("grok-4.5", ...script);
      const hanging = round === "first" ? 1 : 2;
      const asked = ["openai", "google", "xai"] as const;
      const before = asked.map((name) => vendors[name].requests.length);
      const controller = new AbortController();
      const models = ["gpt-5.4", "gemini-3.5-flash", "grok-4.5"].map((model) => ({ model }));
      const call = server.consensus({ prompt: "x", models }, { signal: controller.signal });
      const gone = call.catch((error: unknown) => error);
      const requests = await Promise.all(
        asked.map((name, place) => vendors[name].waitForRequest((before[place] ?? 0) + hanging)),
      );
      controller.abort();
      await gone;
      await waitUntil(() => requests.every(({ disconnected }) => disconnected));
      expect((await server.client.listResources()).resources).toHaveLength(3);
    },
  );
});

test("SIGTERM in the middle of a call ends the server in time, and nothing half-done is stored", async () => {
  const home = await temporaryHome();
  const server = await startConverse({ env, home });
  const { id } = (await server.chat({ prompt: "before", model: "gpt-5.2" })).continuation;
  vendors.openai.answer("gpt-5.2", { wire: hang() });
  const before = vendors.openai.requests.length;
  const call = server.chat({ prompt: "x", continuation_id: id }).catch((error: unknown) => error);
  const request = await vendors.openai.waitForRequest(before + 1);
  const exit = await server.kill("SIGTERM");
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.ms).toBeLessThan(2000);
  await call;
  await waitUntil(() => request.disconnected);
  const database = openDatabase(home);
  expect(database.prepare("select message_count as n from conversations").all()).toEqual([
    { n: 2 },
  ]);
  expect(database.prepare("select count(*) as n from messages").get()).toEqual({ n: 2 });
});

test("keys stay inside when vendors or callers name them, in errors, answers, requests, logs and the database", async () => {
  const home = await temporaryHome();
  const server = await startConverse({ env, home });
  const said: string[] = [];
  for (const [name, key] of Object.entries(KEYS)) {
    const vendor = vendors[name as keyof Vendors];
    const model = `${name}/echo`;
    for (const status of [400, 401, 500]) {
      vendor.answer("echo", { wire: echoKey(status) });
      said.push(JSON.stringify(await server.callError("chat", { prompt: "x", model })));
    }
    vendor.answer("echo", `Your key is ${key}, in a URL ${encodeURIComponent(key)}.`);
    const answer = await server.chat({ prompt: "x", model });
    expect(answer.content).toBe("Your key is [redacted], in a URL [redacted].");
    said.push(JSON.stringify(answer));
    const asked = { prompt: `x ${key}`, files: [`${key}.txt`], images: [PNG_BASE64, `${key}.png`] };
    const models = [{ model }, { model: `${name}/${key}` }, { model: key }];
    const cross_feedback_prompt = key;
    vendor.answer("*", `${name} says hello`);
    for (const [tool, args] of [
      ["chat", { ...asked, model }],
      ["chat", { ...asked, model: key }],
      ["chat", { prompt: "x", continuation_id: key }],
      ["consensus", { prompt: key, models, cross_feedback_prompt }],
    ] as const)
      said.push(JSON.stringify(await server.call(tool, args)));
    said.push(...vendor.requests.map(({ body }) => JSON.stringify(body)));
  }
  await server.close();
  said.push(server.stderr());
  const folder = join(home.env["XDG_DATA_HOME"] ?? "", "faculties");
  for (const file of await readdir(folder)) said.push(await readFile(join(folder, file), "latin1"));
  for (const key of Object.values(KEYS)) expect(said.join()).not.toContain(key);
});

describe("without any key", () => {
  test.each(["2025", "2026", "1.x"] as const)(
    "a %s client gets the tools, and at once what to do",
    async (client) => {
      const server = await startConverse({ client });
      expect((await server.listTools()).map(({ name }) => name)).toEqual([
        "chat",
        "consensus",
        "job",
      ]);
      const unavailable = {
        code: "PROVIDER_UNAVAILABLE",
        error: expect.stringMatching(
          /^Provider not available\. Check API key configuration\. .*OPENAI_API_KEY.*converse doctor/s,
        ),
      };
      expect(await server.refusal("chat", { prompt: "Why?", model: "o3" })).toEqual({
        ...unavailable,
        provider: "openai",
      });
      for (const model of [undefined, "auto", "whatever"]) {
        expect(await server.refusal("chat", { prompt: "Why?", ...(model && { model }) })).toEqual(
          unavailable,
        );
      }
      expect(
        await server.refusal("consensus", { prompt: "x", models: [{ model: "o3" }] }),
      ).toMatchObject({ status: "consensus_failed", code: "PROVIDER_UNAVAILABLE" });
    },
  );

  test("a provider that is not configured says what to set", async () => {
    const server = await startConverse({ env: environmentOf({ openai: vendors.openai }) });
    expect(await server.refusal("chat", { prompt: "Why?", model: "flash" })).toEqual({
      code: "PROVIDER_UNAVAILABLE",
      provider: "google",
      error: "Provider not available. Check API key configuration. Set GOOGLE_API_KEY.",
    });
  });
});

test("an unknown model is not guessed, but suggested", async () => {
  expect(await converse.refusal("chat", { prompt: "x", model: "gemini-2.5-flsh" })).toEqual({
    code: "MODEL_NOT_FOUND",
    provider: "openai",
    model: "gemini-2.5-flsh",
    error: expect.stringMatching(
      /^Model not found: gemini-2\.5-flsh\. Did you mean gemini-2\.5-flash/,
    ),
    suggestions: expect.arrayContaining(["gemini-2.5-flash"]),
  });
});

test.each([
  [{}, "prompt"],
  [{ prompt: "  " }, "prompt"],
  [{ prompt: 5 }, "prompt"],
  [{ prompt: "x", temperature: -0.1 }, "temperature"],
  [{ prompt: "x", temperature: 1.01 }, "temperature"],
  [{ prompt: "x", reasoning_effort: "xhigh" }, "reasoning_effort"],
  [{ prompt: "x", files: "a.txt" }, "files"],
  [{ prompt: "x", images: [1] }, "images.0"],
  [{ prompt: "x", use_websearch: "maybe" }, "use_websearch"],
])("%j is refused with the name of the field", async (args, field) => {
  expect(await converse.refusal("chat", args)).toMatchObject({
    code: "INVALID_INPUT",
    error: expect.stringContaining(field),
  });
});

test("a database that cannot be opened is told before a model is asked", async () => {
  const server = await startConverse({ env: { ...env, DATABASE_PATH: "/dev/null/converse.db" } });
  const before = vendors.openai.requests.length;
  expect(await server.refusal("chat", { prompt: "x", model: "o3" })).toMatchObject({
    code: "API_ERROR",
    error: expect.stringContaining("/dev/null/converse.db"),
  });
  expect(vendors.openai.requests).toHaveLength(before);
});
