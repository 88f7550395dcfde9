import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { json, type RecordedRequest, startRecorder } from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import { startConverse, useConverse } from "./support/converse.ts";
import { PNG_BASE64 } from "./support/png.ts";
import { deadAddress, environmentOf, KEYS, type Vendors, useVendors } from "./support/vendors.ts";

const { vendors, env: vendorEnv } = useVendors();
const converse = useConverse(vendorEnv);

const IMAGE = `data:image/png;base64,${PNG_BASE64}`;

/** Makes one chat call and returns what went over the wire. */
async function wire(vendor: keyof Vendors, args: Record<string, unknown>) {
  const before = vendors[vendor].requests.length;
  const answer = await converse.chat({ prompt: "Why?", ...args });
  const requests = vendors[vendor].requests.slice(before);
  expect(requests).toHaveLength(1);
  const [request] = requests as [RecordedRequest];
  // Every answer is streamed, each vendor in its own way; the rest of the request is as without.
  const { stream, stream_options: _, ...body } = request.body as Record<string, unknown>;
  expect(stream === true || request.path.includes(":streamGenerateContent?alt=sse")).toBe(true);
  return { answer, request, body };
}

const system = expect.stringContaining("You advise a developer");

describe("openai", () => {
  test("a reasoning model gets its effort and no temperature, and nothing is stored there", async () => {
    const { answer, request, body } = await wire("openai", {
      model: "o3",
      reasoning_effort: "max",
      temperature: 0.9,
    });
    expect(request).toMatchObject({
      method: "POST",
      path: "/v1/responses",
      headers: { authorization: `Bearer ${KEYS.openai}` },
    });
    expect(body).toEqual({
      model: "o3",
      store: false,
      instructions: system,
      input: [{ role: "user", content: "Why?" }],
      reasoning: { effort: "high" },
    });
    expect(answer).toEqual({
      content: "openai says hello",
      continuation: {
        id: expect.stringMatching(/^conv_[0-9a-f-]{36}$/),
        provider: "openai",
        model: "o3",
        messageCount: 2,
      },
      metadata: {
        model: "o3",
        usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
        response_time_ms: expect.any(Number),
        provider: "openai",
        cost_usd: 0.000078,
        conversation: { input_tokens: 11, output_tokens: 7, total_tokens: 18, cost_usd: 0.000078 },
      },
    });
  });

  test("a model without effort gets the default temperature", async () => {
    const { body } = await wire("openai", { model: "GPT-4o-mini" });
    expect(body).toEqual({
      model: "gpt-4o-mini",
      store: false,
      instructions: system,
      input: [{ role: "user", content: "Why?" }],
      temperature: 0.5,
    });
  });

  test("web search and images", async () => {
    const { body } = await wire("openai", {
      model: "gpt-5",
      use_websearch: true,
      reasoning_effort: "minimal",
      images: [IMAGE],
    });
    expect(body).toMatchObject({
      tools: [{ type: "web_search" }],
      reasoning: { effort: "low" },
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "Why?" },
            { type: "input_image", image_url: IMAGE },
          ],
        },
      ],
    });
  });
});

describe("google", () => {
  test.each([
    ["flash", "gemini-2.5-flash"],
    ["pro", "gemini-2.5-pro"],
    ["flash2", "gemini-2.0-flash"],
  ])("the alias %s is %s on the wire", async (alias, id) => {
    const { request, answer } = await wire("google", { model: alias });
    expect(request.path).toBe(`/v1beta/models/${id}:streamGenerateContent?alt=sse`);
    expect(request.headers["x-goog-api-key"]).toBe(KEYS.google);
    expect(answer.metadata).toMatchObject({ provider: "google", model: id });
  });

  test("effort as a budget, temperature, search and images", async () => {
    const { body } = await wire("google", {
      model: "gemini-2.5-flash",
      temperature: 0.3,
      reasoning_effort: "minimal",
      use_websearch: true,
      images: [IMAGE],
    });
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: system }] },
      contents: [
        {
          role: "user",
          parts: [{ text: "Why?" }, { inlineData: { mimeType: "image/png", data: PNG_BASE64 } }],
        },
      ],
      generationConfig: {
        temperature: 0.3,
        thinkingConfig: { thinkingBudget: expect.any(Number) },
      },
      tools: [{ google_search: {} }],
    });
  });

  test("effort as a level for the later models", async () => {
    const { body } = await wire("google", { model: "gemini-3.8-flash", reasoning_effort: "max" });
    expect(body["generationConfig"]).toEqual({ thinkingConfig: { thinkingLevel: "HIGH" } });
  });
});

describe("xai", () => {
  test.each([
    ["grok", "grok-4-0709"],
    ["grok3", "grok-3"],
  ])("the alias %s is %s on the wire", async (alias, id) => {
    const { body } = await wire("xai", { model: alias });
    expect(body).toEqual({
      model: id,
      store: false,
      input: [
        { role: "system", content: system },
        { role: "user", content: "Why?" },
      ],
      temperature: 0.5,
    });
  });

  test("web search is the tool of today, never search_parameters", async () => {
    const { body, request } = await wire("xai", { model: "grok-4-0709", use_websearch: true });
    expect(body).toMatchObject({ tools: [{ type: "web_search" }] });
    expect(request.path).toBe("/v1/responses");
    expect(request.bodyText).not.toContain("search_parameters");
  });
});

test("anthropic: effort without temperature, search, images", async () => {
  const { body, request } = await wire("anthropic", {
    model: "sonnet",
    use_websearch: true,
    images: [IMAGE],
    reasoning_effort: "low",
  });
  expect(request).toMatchObject({
    path: "/v1/messages",
    headers: { "x-api-key": KEYS.anthropic, "anthropic-version": "2023-06-01" },
  });
  expect(body).toEqual({
    model: "claude-sonnet-5-5",
    max_tokens: expect.any(Number),
    system,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Why?" },
          {
            type: "image",
            source: { type: "base64", media_type: "image/png", data: PNG_BASE64 },
          },
        ],
      },
    ],
    thinking: { type: "adaptive" },
    output_config: { effort: "low" },
    tools: [expect.objectContaining({ name: "web_search" })],
  });
});

test("openrouter: an unlisted id goes straight through", async () => {
  const { body, request, answer } = await wire("openrouter", {
    model: "openrouter/meta-llama/llama-4",
    use_websearch: true,
  });
  expect(request.path).toBe("/api/v1/chat/completions");
  expect(body).toEqual({
    model: "meta-llama/llama-4",
    messages: [
      { role: "system", content: system },
      { role: "user", content: "Why?" },
    ],
    temperature: 0.5,
    reasoning: { effort: "medium" },
    tools: [{ type: "openrouter:web_search" }],
  });
  expect(answer.continuation).toMatchObject({
    provider: "openrouter",
    model: "meta-llama/llama-4",
  });
});

test("openrouter's own choice is named after the model that answered, and the conversation stays with it", async () => {
  vendors.openrouter.answer("openrouter/auto", { text: "routed", model: "vendor/chosen" });
  const server = await startConverse({ env: environmentOf({ openrouter: vendors.openrouter }) });
  const first = await server.chat({ prompt: "Why?" });
  expect(first.metadata.model).toBe("vendor/chosen");
  const before = vendors.openrouter.requests.length;
  await server.chat({ prompt: "And?", continuation_id: first.continuation.id });
  expect(vendors.openrouter.requests[before]?.body).toMatchObject({ model: "vendor/chosen" });
});

describe("compatible servers", () => {
  test("an address with or without /v1 and several servers by name, each with its own key", async () => {
    const { openai, compatible } = vendors;
    const server = await startConverse({
      env: {
        COMPATIBLE_BASE_URL: `ollama=${compatible.url}, vllm=${openai.url}/v1/`,
        COMPATIBLE_API_KEY: "ollama=first-key-123,vllm=second-key-456",
        CONVERSE_LIVE_MODELS: "off",
      },
    });
    const [atCompatible, atOpenai] = [compatible.requests.length, openai.requests.length];
    expect(
      (await server.chat({ prompt: "Why?", model: "ollama/llama3" })).continuation,
    ).toMatchObject({ provider: "ollama", model: "llama3" });
    await server.chat({ prompt: "Why?", model: "vllm/qwen/qwen3" });
    expect(compatible.requests[atCompatible]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer first-key-123" },
      body: { model: "llama3" },
    });
    expect(openai.requests[atOpenai]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer second-key-456" },
      body: { model: "qwen/qwen3" },
    });
    expect(
      await server.refusal("chat", { prompt: "x", model: "vllm/q", use_websearch: true }),
    ).toMatchObject({ code: "INVALID_INPUT", provider: "vllm" });
  });

  test("a bare key goes to the first server only", async () => {
    const { openai, compatible } = vendors;
    const server = await startConverse({
      env: {
        COMPATIBLE_BASE_URL: `${compatible.url},other=${openai.url}`,
        COMPATIBLE_API_KEY: "only-for-the-first",
      },
    });
    const [atCompatible, atOpenai] = [compatible.requests.length, openai.requests.length];
    await server.chat({ prompt: "Why?", model: "compatible/a" });
    await server.chat({ prompt: "Why?", model: "other/b" });
    expect(compatible.requests[atCompatible]?.headers.authorization).toBe(
      "Bearer only-for-the-first",
    );
    expect(openai.requests[atOpenai]?.headers.authorization).toBeUndefined();
  });

  test("auto is the first model that the server lists and that can chat", async () => {
    const recorder = await startRecorder((response, request, sever) => {
      const data = [{ id: "nomic-embed-text" }, { id: "llama3.2" }];
      const message = { role: "assistant", content: "from here" };
      const body = request.path.endsWith("/models")
        ? { object: "list", data }
        : { model: "llama3.2", choices: [{ index: 0, message, finish_reason: "stop" }] };
      return json(body)(response, request, sever);
    });
    onTestFinished(() => recorder.close());
    const server = await startConverse({ env: { COMPATIBLE_BASE_URL: recorder.url } });
    expect(await server.chat({ prompt: "Why?" })).toMatchObject({
      content: "from here",
      continuation: { provider: "compatible", model: "llama3.2" },
      metadata: { usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } },
    });
    expect(recorder.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/models",
      "POST /v1/chat/completions",
    ]);
  });

  test("auto on a server that does not answer says so", async () => {
    const server = await startConverse({ env: { COMPATIBLE_BASE_URL: await deadAddress() } });
    expect(await server.refusal("chat", { prompt: "Why?" })).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      provider: "compatible",
    });
  });

  test("a key does not follow a redirect", async () => {
    const other = await startRecorder(json({ data: [{ id: "llama" }] }));
    const leadingAway = await startRecorder(
      json({}, { status: 307, headers: { location: `${other.url}/v1/models` } }),
    );
    onTestFinished(async () => {
      await Promise.all([other.close(), leadingAway.close()]);
    });
    const env = { COMPATIBLE_BASE_URL: leadingAway.url, COMPATIBLE_API_KEY: KEYS.compatible };
    const server = await startConverse({ env });
    const auto = await server.refusal("chat", { prompt: "Why?" });
    expect(auto).toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    const named = await server.refusal("chat", { prompt: "Why?", model: "compatible/llama" });
    expect(named).toMatchObject({ code: "API_ERROR" });
    expect(other.requests).toEqual([]);
  });
});

describe("agents on the command line", () => {
  async function withAgent(output: object, isSignedIn = false) {
    const home = await temporaryHome();
    const programs = join(home.directory, "programs");
    await mkdir(programs);
    const agent = `#!${process.execPath}
      const { writeFileSync } = require("node:fs");
      let prompt = "";
      process.stdin.on("data", (chunk) => (prompt += chunk)).on("end", () => {
        writeFileSync(${JSON.stringify(join(home.directory, "asked.json"))},
          JSON.stringify({ prompt, args: process.argv.slice(2), keys: Object.keys(process.env) }));
        process.stdout.write(${JSON.stringify(JSON.stringify(output))});
      });`;
    await writeFile(join(programs, "claude"), agent);
    await chmod(join(programs, "claude"), 0o755);
    if (isSignedIn) await writeFile(join(home.directory, ".claude.json"), '{"oauthAccount":{}}');
    const server = await startConverse({
      home,
      env: { PATH: programs, CONVERSE_CLI: undefined, OPENAI_BASE_URL: "http://127.0.0.1:1" },
    });
    return { server, asked: join(home.directory, "asked.json") };
  }
  const good = {
    type: "result",
    is_error: false,
    result: "the agent's answer",
    usage: { input_tokens: 3, output_tokens: 4 },
    modelUsage: { "claude-sonnet-5-5": {} },
  };

  test.runIf(process.platform !== "win32")("one on PATH is asked by name", async () => {
    const { server, asked } = await withAgent(good);
    expect(await server.chat({ prompt: "Why?", model: "cli/claude" })).toMatchObject({
      content: "the agent's answer",
      continuation: { provider: "cli", model: "claude" },
      metadata: { usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 } },
    });
    const seen = JSON.parse(await readFile(asked, "utf8"));
    expect(seen.prompt).toBe("Why?");
    expect(seen.keys).not.toContain("OPENAI_BASE_URL");
    expect(
      await server.refusal("chat", { prompt: "x", model: "cli/claude", images: [IMAGE] }),
    ).toMatchObject({ code: "INVALID_INPUT", error: expect.stringContaining("cannot see") });
  });

  test.runIf(process.platform !== "win32")("only a signed-in one stands in for auto", async () => {
    const stranger = await withAgent(good);
    expect(await stranger.server.refusal("chat", { prompt: "Why?" })).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
    });
    const known = await withAgent(good, true);
    expect(await known.server.chat({ prompt: "Why?" })).toMatchObject({
      continuation: { provider: "cli", model: "claude" },
    });
  });

  test.runIf(process.platform !== "win32")("a conversation continues with the agent", async () => {
    const { server } = await withAgent(good);
    const first = await server.chat({ prompt: "Why?", model: "cli/claude" });
    const id = first.continuation.id;
    expect(await server.chat({ prompt: "And?", continuation_id: id })).toMatchObject({
      continuation: { id, provider: "cli", model: "claude", messageCount: 4 },
    });
  });
});

describe("auto", () => {
  test.each([
    [["openai", "google", "xai", "anthropic"], "openai"],
    [["google", "xai", "anthropic"], "google"],
    [["xai", "anthropic"], "xai"],
    [["anthropic", "openrouter"], "anthropic"],
    [["openrouter", "compatible"], "openrouter"],
  ] as const)("of %j is %s", async (names, provider) => {
    const configured = Object.fromEntries(names.map((name) => [name, vendors[name]]));
    const server = await startConverse({ env: environmentOf(configured) });
    const { continuation } = await server.chat({ prompt: "Why?", model: "auto" });
    expect(continuation.provider).toBe(provider);
    expect(continuation.model).not.toBe("auto");
  });

  test("is what the settings say", async () => {
    const server = await startConverse({
      env: { ...environmentOf(vendors), CONVERSE_AUTO_MODEL: "grok" },
    });
    expect((await server.chat({ prompt: "Why?" })).continuation).toMatchObject({
      provider: "xai",
      model: "grok-4-0709",
    });
  });
});

test("a models file adds models, aliases and prices", async () => {
  const home = await temporaryHome();
  const file = join(home.directory, "models.json");
  const entry = {
    id: "tiny",
    provider: "compatible",
    aliases: ["mini"],
    efforts: ["low", "high"],
    temperature: false,
    inputUsdPerMillion: 1_000_000,
    outputUsdPerMillion: 0,
  };
  await writeFile(file, JSON.stringify([entry]));
  const env = { ...environmentOf(vendors), CONVERSE_MODELS_FILE: file };
  const server = await startConverse({ home, env });
  const before = vendors.compatible.requests.length;
  const answer = await server.chat({ prompt: "Why?", model: "mini", reasoning_effort: "max" });
  expect(answer.metadata).toMatchObject({ model: "tiny", cost_usd: 11 });
  expect(vendors.compatible.requests[before]?.body).toMatchObject({
    model: "tiny",
    messages: [
      { role: "system", content: system },
      { role: "user", content: "Why?" },
    ],
    reasoning_effort: "high",
  });
});
