import { json, startOpenAiEmulator } from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { parseModels } from "../model-entry.ts";
import type { ModelRequest } from "../model-provider.ts";
import { createModelRegistry } from "../model-registry.ts";
import { createCompatibleProvider } from "./compatible.ts";
import { testSettings } from "../../test/test-settings.ts";

async function compatible(settings: Parameters<typeof testSettings>[0] = {}) {
  const emulator = await startOpenAiEmulator();
  emulator.answer("*", "Hello.");
  const provider = createCompatibleProvider(
    testSettings({ name: "ollama", apiKey: undefined, baseUrl: emulator.url, ...settings }),
  );
  const ask = (request: Partial<ModelRequest> = {}) =>
    provider.complete({
      model: "llama3.2",
      messages: [{ role: "user", content: "Hi" }],
      ...request,
    });
  return { emulator, provider, ask };
}

describe("compatible on the wire", () => {
  test("posts chat completions and sends no key without one", async () => {
    const { emulator, provider, ask } = await compatible();
    await ask({ system: "Be brief.", temperature: 0.5, maxOutputTokens: 9, effort: "high" });
    const [request] = emulator.requests;
    expect(provider.name).toBe("ollama");
    expect(request).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.body).toEqual({
      model: "llama3.2",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      temperature: 0.5,
      max_tokens: 9,
      reasoning_effort: "high",
    });
  });

  test.each(["", "/", "/v1", "/v1/"])("reaches a base URL that ends in %j", async (path) => {
    const { emulator, ask } = await compatible();
    const provider = createCompatibleProvider(testSettings({ baseUrl: `${emulator.url}${path}` }));
    await provider.complete({ model: "m", messages: [{ role: "user", content: "Hi" }] });
    await ask();
    expect(emulator.requests.map((request) => request.path)).toEqual([
      "/v1/chat/completions",
      "/v1/chat/completions",
    ]);
  });

  test("sends the turns before and images", async () => {
    const { emulator, ask } = await compatible();
    await ask({
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [{ type: "text", text: "Hello." }] },
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" },
          ],
        },
      ],
    });
    expect(emulator.requests[0]?.body).toEqual({
      model: "llama3.2",
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello." },
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
          ],
        },
      ],
    });
  });

  test("uses the entry of a models file", async () => {
    const entry = {
      id: "gpt-oss:20b",
      provider: "ollama",
      efforts: ["low", "medium", "high"],
      temperature: false,
    };
    const registry = createModelRegistry(parseModels([entry]));
    const { emulator, ask } = await compatible({ registry });
    await ask({ model: "gpt-oss:20b", effort: "max", temperature: 0.5 });
    expect(emulator.requests[0]?.body).toEqual({
      model: "gpt-oss:20b",
      messages: [{ role: "user", content: "Hi" }],
      reasoning_effort: "high",
    });
  });

  test("refuses a web search, without a request", async () => {
    const { emulator, ask } = await compatible();
    await expect(ask({ webSearch: true })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(emulator.requests).toEqual([]);
  });

  test("says which base URL is wrong", async () => {
    const { ask } = await compatible({ baseUrl: "localhost:11434" });
    await expect(ask()).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      message: expect.stringContaining("base URL of ollama"),
    });
  });
});

describe("compatible's answers", () => {
  test("come with usage and the model that answered", async () => {
    const { emulator, ask } = await compatible();
    emulator.answer("*", { text: "Four.", model: "llama3.2:3b", usage: { input: 3, output: 2 } });
    await expect(ask()).resolves.toEqual({
      text: "Four.",
      model: "llama3.2:3b",
      finish: "stop",
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    });
  });

  test("may lack usage and model, and may come in parts", async () => {
    const { emulator, ask } = await compatible();
    const content = [
      { type: "text", text: "Fo" },
      { type: "text", text: "ur." },
    ];
    emulator.answer("*", { wire: json({ choices: [{ message: { content } }] }) });
    await expect(ask()).resolves.toEqual({
      text: "Four.",
      model: "llama3.2",
      finish: "other",
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    });
  });

  test("say when they were cut off", async () => {
    const { emulator, ask } = await compatible();
    emulator.answer("*", { text: "Fo", incomplete: "max_output_tokens" });
    await expect(ask()).resolves.toMatchObject({ text: "Fo", finish: "length" });
  });

  test.each([
    ["no text", { text: "" }, "NO_RESPONSE_CONTENT"],
    ["a refusal", { text: "", refusal: "I cannot." }, "SAFETY_ERROR"],
    ["a filtered answer", { text: "", incomplete: "content_filter" }, "SAFETY_ERROR"],
    ["no choice", { wire: json({ choices: [] }) }, "NO_RESPONSE_CONTENT"],
    [
      "Ollama's missing model",
      { wire: json({ error: "model 'x' not found" }, { status: 404 }) },
      "MODEL_NOT_FOUND",
    ],
  ])("with %s are errors", async (_, reply, code) => {
    const { emulator, ask } = await compatible();
    emulator.answer("*", reply);
    await expect(ask()).rejects.toMatchObject({ code, details: { provider: "ollama" } });
  });
});
