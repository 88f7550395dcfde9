import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startAnthropicEmulator } from "./anthropic.ts";
import { googleError, startGoogleEmulator } from "./google.ts";
import { startLangbaseEmulator } from "./langbase.ts";

const candidate = z.object({
  content: z.object({ parts: z.array(z.object({ text: z.string() })) }),
});
const answerSchema = z
  .object({ candidates: z.array(candidate) })
  .transform(({ candidates }) => candidates[0]?.content.parts[0]?.text);

async function post(url: string, headers: Record<string, string>, body: unknown) {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function startGoogle() {
  const emulator = await startGoogleEmulator();
  const contents = [{ role: "user", parts: [{ text: "hello" }] }];
  const ask = (model: string, body: object = { contents }) =>
    post(`${emulator.url}/v1beta/models/${model}:generateContent`, { "x-goog-api-key": "k" }, body);
  const textOf = async (model: string) => answerSchema.parse((await ask(model)).body);
  return { emulator, ask, textOf };
}

describe("a script", () => {
  test("goes in order, and its last reply repeats", async () => {
    const { emulator, ask, textOf } = await startGoogle();
    emulator.answer("m", "one", googleError(503, "Down."), { text: "two", finish: "MAX_TOKENS" });
    expect(await textOf("m")).toBe("one");
    expect(await ask("m")).toMatchObject({
      status: 503,
      body: { error: { code: 503, message: "Down.", status: "UNAVAILABLE" } },
    });
    expect([await textOf("m"), await textOf("m")]).toEqual(["two", "two"]);
    expect(emulator.requests).toHaveLength(4);
  });

  test("may be a function of the request, and * stands for every other name", async () => {
    const { emulator, textOf } = await startGoogle();
    emulator.answer("m", "by name");
    emulator.answer("*", async ({ path }) => `asked for ${path.split(/[/:]/)[3]}`);
    expect([await textOf("m"), await textOf("n")]).toEqual(["by name", "asked for n"]);
  });

  test("that nobody wrote is the vendor's word for an unknown name", async () => {
    const { ask } = await startGoogle();
    expect(await ask("m")).toMatchObject({ status: 404, body: { error: { status: "NOT_FOUND" } } });
  });
});

describe("what the vendors refuse", () => {
  test("Google a body that it does not know", async () => {
    const { emulator, ask } = await startGoogle();
    emulator.answer("m", "unreached");
    const contents = [{ role: "assistant", parts: [{ text: "hello" }] }];
    const thinkingConfig = { thinkingBudget: 1, thinkingLevel: "LOW" };
    const hello = [{ role: "user", parts: [{ text: "hello" }] }];
    for (const body of [
      {},
      { contents },
      { contents: hello, generationConfig: { thinkingConfig } },
    ]) {
      expect(await ask("m", body)).toMatchObject({
        status: 400,
        body: { error: { status: "INVALID_ARGUMENT" } },
      });
    }
  });

  test("Anthropic a request without key, version or limit, and a temperature while it thinks", async () => {
    const emulator = await startAnthropicEmulator();
    emulator.answer("m", "fine");
    const url = `${emulator.url}/v1/messages`;
    const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01" };
    const body = { model: "m", max_tokens: 2000, messages: [{ role: "user", content: "hello" }] };
    const thinking = { type: "enabled", budget_tokens: 1024 };
    expect(await post(url, headers, { ...body, thinking })).toMatchObject({ status: 200 });
    const { "x-api-key": _key, ...keyless } = headers;
    const { "anthropic-version": _version, ...versionless } = headers;
    const { max_tokens: _limit, ...limitless } = body;
    const answers = await Promise.all([
      post(url, keyless, body),
      post(url, versionless, body),
      post(url, headers, limitless),
      post(url, headers, { ...body, thinking, temperature: 0.5 }),
      post(url, headers, { ...body, thinking, max_tokens: 1024 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400]);
    for (const { body: refusal } of answers) expect(refusal).toMatchObject({ type: "error" });
  });

  test("Langbase a run without a key or with more fields than the contract has", async () => {
    const emulator = await startLangbaseEmulator();
    emulator.answer("p", "fine");
    const url = `${emulator.url}/v1/pipes/run`;
    const headers = { authorization: "Bearer k" };
    const body = { name: "p", messages: [{ role: "user", content: "hello" }], stream: false };
    const run = await post(url, headers, body);
    expect(run).toMatchObject({ status: 200, body: { completion: "fine" } });
    expect(run.headers.get("lb-thread-id")).toBe("thread-1");
    expect(await post(url, {}, body)).toMatchObject({ status: 401 });
    expect(await post(url, headers, { ...body, temperature: 1 })).toMatchObject({
      status: 400,
      body: { success: false, error: { code: "BAD_REQUEST", status: 400 } },
    });
  });
});
