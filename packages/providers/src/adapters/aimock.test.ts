import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createCompatibleProvider } from "./compatible.ts";
import { createOpenAiEmbeddings } from "./openai-embeddings.ts";
import { createOpenAiProvider } from "./openai.ts";
import { createOpenRouterProvider } from "./openrouter.ts";
import { testSettings } from "../../test/test-settings.ts";
import { createXaiProvider } from "./xai.ts";

const mock = new LLMock({ port: 0 });
beforeAll(() => mock.start());
afterAll(() => mock.stop());
beforeEach(() => mock.reset());

const settings = (path: string) => testSettings({ baseUrl: `${mock.url}${path}` });

describe.each<[string, string, (settings: AdapterSettings) => ModelProvider]>([
  ["openai", "/v1", createOpenAiProvider],
  ["xai", "/v1", createXaiProvider],
  ["compatible", "", createCompatibleProvider],
  ["openrouter", "/api/v1", createOpenRouterProvider],
])("%s against an emulator of others", (_, path, create) => {
  const request = {
    model: "gpt-4o",
    system: "Be brief.",
    messages: [
      { role: "user" as const, content: "Hi" },
      { role: "assistant" as const, content: "Hello." },
      { role: "user" as const, content: "What is two and two?" },
    ],
  };

  test("gets its answer and the usage", async () => {
    mock.onMessage("two and two", {
      content: "Four.",
      usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    });
    await expect(create(settings(path)).complete(request)).resolves.toMatchObject({
      text: "Four.",
      model: "gpt-4o",
      finish: "stop",
      usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
    });
  });

  test("tries again after an error", async () => {
    mock.onMessage("two and two", { content: "Four." });
    mock.nextRequestError(503, { message: "overloaded", type: "server_error" });
    await expect(create(settings(path)).complete(request)).resolves.toMatchObject({
      text: "Four.",
    });
    expect(mock.getRequests()).toHaveLength(2);
  });

  test("codes an error that lasts", async () => {
    mock.nextRequestError(401, { message: "bad key", code: "invalid_api_key" });
    await expect(create(settings(path)).complete(request)).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      details: { status: 401 },
    });
  });
});

test("gets embeddings of an emulator of others", async () => {
  mock.onEmbedding("hello", { embedding: [0.5, -0.5, 0.25] });
  const provider = createOpenAiEmbeddings({ ...settings("/v1"), model: "text-embedding-3-small" });
  await expect(provider.embed(["hello"])).resolves.toEqual([Float32Array.of(0.5, -0.5, 0.25)]);
});
