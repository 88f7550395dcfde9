import { expect, test } from "vitest";
import { openAiError, startOpenAiEmulator } from "./openai.ts";
import { startXaiEmulator, xaiError } from "./xai.ts";

const post = async (url: string, body: unknown) => {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

async function openAi() {
  const emulator = await startOpenAiEmulator();
  return emulator;
}

test("answers each endpoint in its own form, by model", async () => {
  const emulator = await openAi();
  emulator.answer("o3", { text: "Four.", usage: { input: 5, output: 2 } });
  const input = [{ role: "user", content: "Hi" }];
  await expect(post(`${emulator.url}/v1/responses`, { model: "o3", input })).resolves.toMatchObject(
    {
      status: 200,
      body: {
        object: "response",
        status: "completed",
        output: [{ type: "reasoning" }, { type: "message", content: [{ text: "Four." }] }],
        usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
      },
    },
  );
  await expect(
    post(`${emulator.url}/v1/chat/completions`, { model: "o3", messages: input }),
  ).resolves.toMatchObject({
    status: 200,
    body: { choices: [{ message: { content: "Four." }, finish_reason: "stop" }] },
  });
  await expect(
    post(`${emulator.url}/v1/embeddings`, { model: "e", input: ["ab"], dimensions: 3 }),
  ).resolves.toMatchObject({ status: 200, body: { data: [{ index: 0, embedding: [0, 1, 1] }] } });
});

test("refuses what OpenAI refuses", async () => {
  const emulator = await openAi();
  const input = [{ role: "user", content: "Hi" }];
  const statusOf = async (path: string, body: unknown) =>
    (await post(`${emulator.url}${path}`, body)).status;
  expect(await statusOf("/v1/responses", { model: "unknown", input })).toBe(404);
  expect(await statusOf("/v1/nothing", {})).toBe(404);
  expect(await statusOf("/v1/responses", { model: "o3", input, search_parameters: {} })).toBe(400);
  expect(await statusOf("/v1/responses", { model: "o3", input: [] })).toBe(400);
  emulator.answer("*", openAiError(429, { code: "rate_limit_exceeded" }, { "retry-after": "1" }));
  expect(await statusOf("/v1/responses", { model: "o3", input })).toBe(429);
});

test("has an xAI that takes no instructions", async () => {
  const emulator = await startXaiEmulator();
  emulator.answer("grok-3", "Hello.", xaiError(403, "No."));
  const body = { model: "grok-3", input: [{ role: "user", content: "Hi" }] };
  const url = `${emulator.url}/v1/responses`;
  await expect(post(url, { ...body, instructions: "x" })).resolves.toMatchObject({ status: 400 });
  await expect(post(url, body)).resolves.toMatchObject({ status: 200 });
  await expect(post(url, body)).resolves.toMatchObject({ status: 403, body: { error: "No." } });
});
