import {
  json,
  langbaseError,
  startLangbaseEmulator,
  startRecorder,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { createLangbasePipes } from "./langbase-pipes.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

async function start() {
  const emulator = await startLangbaseEmulator();
  return { emulator, pipes: createLangbasePipes(testSettings({ baseUrl: emulator.url })) };
}

const linear = {
  name: "linear-reasoning-v1",
  description: "One step at a time",
  status: "private",
  model: "openai:gpt-4o-mini",
  json: true,
  messages: [{ role: "system", content: "Think." }],
} as const;
const definition = { ...linear, messages: [...linear.messages] };

describe("the management of pipes", () => {
  test("a created pipe can be listed and changed", async () => {
    const { emulator, pipes } = await start();
    expect(await pipes.list()).toEqual([]);
    const saved = {
      name: linear.name,
      status: "private",
      url: "https://langbase.com/owner/linear-reasoning-v1",
    };
    expect(await pipes.create(definition)).toEqual(saved);
    expect(await pipes.list()).toEqual([
      { ...linear, url: saved.url, stream: true, store: true, temperature: 0.7, max_tokens: 1000 },
    ]);
    const thinkHarder = [{ role: "system" as const, content: "Think harder." }];
    expect(await pipes.update({ name: linear.name, messages: thinkHarder })).toEqual(saved);
    expect(await pipes.list()).toMatchObject([{ ...linear, messages: thinkHarder }]);
    expect(emulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/pipes",
      "POST /v1/pipes",
      "GET /v1/pipes",
      "POST /v1/pipes/linear-reasoning-v1",
      "GET /v1/pipes",
    ]);
    expect(emulator.requests[1]?.body).toEqual(linear);
    for (const { headers } of emulator.requests) {
      expect(headers.authorization).toBe(`Bearer ${TEST_KEY}`);
    }
  });

  test("an update of no pipe and a second creation are refused", async () => {
    const { pipes } = await start();
    await expect(pipes.update(definition)).rejects.toMatchObject({
      code: "MODEL_NOT_FOUND",
      details: { provider: "langbase", status: 404 },
    });
    await pipes.create(definition);
    await expect(pipes.create(definition)).rejects.toMatchObject({
      name: "ProviderError",
      details: { provider: "langbase", status: 409 },
    });
  });

  test("a pipe's name cannot lead to another endpoint", async () => {
    const { emulator, pipes } = await start();
    await expect(pipes.update({ name: "../run" })).rejects.toMatchObject({
      code: "MODEL_NOT_FOUND",
    });
    expect(emulator.requests[0]?.path).toBe("/v1/pipes/..%2Frun");
  });

  test("a failure is tried again, an odd list is an API_ERROR, and an abort is heard", async () => {
    const recorder = await startRecorder(
      langbaseError(503, "Down.").wire,
      json([{ name: "a", extra: true }]),
      json({ pipes: [] }),
    );
    const pipes = createLangbasePipes(testSettings({ baseUrl: recorder.url }));
    expect(await pipes.list()).toEqual([{ name: "a" }]);
    await expect(pipes.list()).rejects.toMatchObject({ code: "API_ERROR" });
    const reason = new Error("changed my mind");
    await expect(pipes.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(recorder.requests).toHaveLength(3);
  });
});
