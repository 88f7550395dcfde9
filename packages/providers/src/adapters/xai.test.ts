import { startXaiEmulator, xaiError } from "@faculties/testkit/emulators";
import { expect, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";
import { createXaiProvider } from "./xai.ts";

async function xai() {
  const emulator = await startXaiEmulator();
  emulator.answer("*", { text: "Hello.", usage: { input: 100, output: 10 } });
  const provider = createXaiProvider(testSettings({ baseUrl: `${emulator.url}/v1` }));
  const ask = (request: Partial<ModelRequest> = {}) =>
    provider.complete({
      model: "grok-4-0709",
      messages: [{ role: "user", content: "Hi" }],
      ...request,
    });
  return { emulator, ask };
}

test("asks xAI's Responses API, with the system text as input and nothing stored", async () => {
  const { emulator, ask } = await xai();
  const answer = await ask({ system: "Be brief.", temperature: 0.5, effort: "high" });
  expect(emulator.requests).toMatchObject([
    {
      method: "POST",
      path: "/v1/responses",
      headers: { authorization: `Bearer ${TEST_KEY}` },
    },
  ]);
  expect(emulator.requests[0]?.body).toEqual({
    model: "grok-4-0709",
    store: false,
    input: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ],
    temperature: 0.5,
  });
  expect(answer).toEqual({
    text: "Hello.",
    model: "grok-4-0709",
    finish: "stop",
    usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 },
    costUsd: 0.000_45,
  });
});

test("searches by the web_search tool, never by search_parameters", async () => {
  const { emulator, ask } = await xai();
  await ask({ webSearch: true });
  expect(emulator.requests[0]?.body).toMatchObject({ tools: [{ type: "web_search" }] });
  expect(emulator.requests[0]?.bodyText).not.toContain("search_parameters");
});

test("maps effort where the model takes one", async () => {
  const { emulator, ask } = await xai();
  await ask({ model: "grok-4.7", effort: "max" });
  expect(emulator.requests[0]?.body).toMatchObject({ reasoning: { effort: "xhigh" } });
});

test("sends images as data URLs", async () => {
  const { emulator, ask } = await xai();
  const image = { type: "image", mimeType: "image/jpeg", base64: "/9j/4AAQ" } as const;
  await ask({ messages: [{ role: "user", content: [image] }] });
  expect(emulator.requests[0]?.body).toMatchObject({
    input: [{ content: [{ type: "input_image", image_url: "data:image/jpeg;base64,/9j/4AAQ" }] }],
  });
});

test.each([
  ["a bad key", xaiError(400, "Incorrect API key provided: xa***."), "PROVIDER_UNAVAILABLE"],
  ["spent credits", xaiError(429, "Your team has used all available credits."), "QUOTA_EXCEEDED"],
  ["a bad request", xaiError(400, "Invalid request content."), "INVALID_INPUT"],
  [
    "a full window",
    xaiError(
      400,
      "This model's maximum prompt length is 131072 but the request contains 140001 tokens.",
    ),
    "CONTEXT_LENGTH_EXCEEDED",
  ],
])("codes %s without another try", async (_, reply, code) => {
  const { emulator, ask } = await xai();
  emulator.answer("*", reply);
  await expect(ask()).rejects.toMatchObject({ code, details: { provider: "xai" } });
  expect(emulator.requests).toHaveLength(1);
});
