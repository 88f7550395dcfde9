import { json, startOpenAiEmulator } from "@faculties/testkit/emulators";
import { expect, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import { createOpenRouterProvider } from "./openrouter.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

async function openRouter() {
  const emulator = await startOpenAiEmulator();
  emulator.answer("*", "Hello.");
  const provider = createOpenRouterProvider(testSettings({ baseUrl: `${emulator.url}/api/v1` }));
  const ask = (request: Partial<ModelRequest> = {}) =>
    provider.complete({
      model: "meta-llama/llama-4-maverick",
      messages: [{ role: "user", content: "Hi" }],
      ...request,
    });
  return { emulator, ask };
}

test("asks for a completion with effort, search and its own headers", async () => {
  const { emulator, ask } = await openRouter();
  await ask({ system: "Be brief.", temperature: 0.5, effort: "max", webSearch: true });
  const [request] = emulator.requests;
  expect(request).toMatchObject({
    method: "POST",
    path: "/api/v1/chat/completions",
    headers: { authorization: `Bearer ${TEST_KEY}`, "x-title": "Faculties" },
  });
  expect(request?.body).toEqual({
    model: "meta-llama/llama-4-maverick",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ],
    temperature: 0.5,
    reasoning: { effort: "xhigh" },
    tools: [{ type: "openrouter:web_search" }],
  });
});

test("reports the cost that OpenRouter charged", async () => {
  const { emulator, ask } = await openRouter();
  const usage = { prompt_tokens: 8, completion_tokens: 11, total_tokens: 19, cost: 0.000_78 };
  const choices = [{ message: { content: "Hello." }, finish_reason: "stop" }];
  emulator.answer("*", { wire: json({ model: "meta-llama/llama-4-maverick", choices, usage }) });
  await expect(ask()).resolves.toMatchObject({
    usage: { inputTokens: 8, outputTokens: 11, totalTokens: 19 },
    costUsd: 0.000_78,
  });
});

test.each([
  ["in the body", { error: { code: 402, message: "Insufficient credits" } }, "QUOTA_EXCEEDED"],
  [
    "in the choice",
    {
      choices: [
        { error: { code: 403, message: "flagged by moderation" }, message: { content: "" } },
      ],
    },
    "SAFETY_ERROR",
  ],
  ["without a number", { error: { message: "Provider returned error" } }, "PROVIDER_UNAVAILABLE"],
])("finds an upstream error %s of a 200", async (_, body, code) => {
  const { emulator, ask } = await openRouter();
  emulator.answer("*", { wire: json(body) });
  await expect(ask()).rejects.toMatchObject({ code, details: { provider: "openrouter" } });
});

test("tries again when the upstream is overloaded", async () => {
  const { emulator, ask } = await openRouter();
  emulator.answer("*", { wire: json({ error: { code: 502, message: "overloaded" } }) }, "Now.");
  await expect(ask()).resolves.toMatchObject({ text: "Now." });
});
