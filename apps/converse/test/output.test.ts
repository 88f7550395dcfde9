import { resultText, temporaryHome } from "@faculties/testkit";
import { openAiError } from "@faculties/testkit/emulators";
import { estimateTokens } from "../src/domain/estimate-tokens.ts";
import { describe, expect, test } from "vitest";
import { type Converse, startConverse } from "./support/converse.ts";
import { openDatabase } from "./support/open-database.ts";
import { PNG_BASE64 } from "./support/png.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();

describe("MAX_MCP_OUTPUT_TOKENS", () => {
  const long = 'A "quoted" line with a \\ and 😀.\n'.repeat(3000);

  test("cuts a chat's text with a notice, and what is stored stays whole", async () => {
    const server = await startConverse({ env: { ...env, MAX_MCP_OUTPUT_TOKENS: "1000" } });
    vendors.openai.answer("gpt-4o", long);
    const result = await server.call("chat", { prompt: "x", model: "gpt-4o" });
    const text = resultText(result);
    const answer = JSON.parse(text);
    expect(answer).toEqual(result.structuredContent);
    expect(estimateTokens(text)).toBeLessThanOrEqual(1000);
    expect(estimateTokens(text)).toBeGreaterThan(800);
    const { id } = answer.continuation;
    expect(answer.content).toMatch(/^A "quoted" line.*MAX_MCP_OUTPUT_TOKENS allows\]$/s);
    expect(answer.metadata.notices).toEqual([
      {
        type: "output_truncated",
        message: expect.stringContaining(`converse://conversations/${id}`),
      },
    ]);
    const { contents } = await server.client.readResource({
      uri: `converse://conversations/${id}`,
    });
    const [content] = contents;
    const { messages } = JSON.parse(content && "text" in content ? content.text : "");
    expect(messages[1].content).toBe(long);
  });

  test("shares the room of a consensus among the long answers", async () => {
    const server = await startConverse({ env: { ...env, MAX_MCP_OUTPUT_TOKENS: "3000" } });
    vendors.openai.answer("o3", long);
    vendors.google.answer("gemini-2.5-flash", "short enough");
    const models = [{ model: "o3" }, { model: "flash" }];
    const result = await server.call("consensus", { prompt: "x", models });
    const text = resultText(result);
    expect(estimateTokens(text)).toBeLessThanOrEqual(3000);
    const { phases, metadata } = JSON.parse(text);
    const [first, second] = phases.refined;
    // The final answers get the room first; what they supersede is cut to the mark.
    expect(first.refined_response.length).toBeGreaterThan(4000);
    expect(phases.initial[0].response).toMatch(/^.{0,10}\n\n\[… cut/);
    expect(second.refined_response).toBe("short enough");
    expect(metadata.notices).toMatchObject([{ type: "output_truncated" }]);
  });

  test("holds whatever the caller could make an answer repeat", async () => {
    const server = await startConverse({ env });
    const models = [{ model: "o3" }, { model: "flash" }];
    const missing = Array.from({ length: 2000 }, (_, index) => `missing-${index}.txt`);
    const endless = "m".repeat(500_000);
    const unknown = Array.from({ length: 99 }, (_, index) => ({ model: `unknown-${index}` }));
    for (const [tool, args] of [
      ["chat", { model: "o3", files: missing }],
      ["chat", { model: "o3", files: missing, images: [PNG_BASE64] }],
      ["chat", { images: Array.from({ length: 5000 }, () => 1) }],
      ["chat", { model: endless }],
      ["chat", { model: `openai/${endless}` }],
      ["chat", { model: "o3", continuation_id: endless }],
      ["consensus", { models, cross_feedback_prompt: endless }],
      ["consensus", { models: [...models, { model: endless }] }],
      ["consensus", { models: [...models.slice(1), ...unknown] }],
      ["consensus", { models: unknown }],
    ] as const) {
      const text = resultText(await server.call(tool, { prompt: "x", ...args }));
      expect(estimateTokens(text)).toBeLessThanOrEqual(25_000);
    }
  });

  test("is 25000 unless set, and more than 200000 means 200000", async () => {
    vendors.openai.answer("gpt-4o", "word ".repeat(300_000));
    for (const [given, limit] of [
      [undefined, 25_000],
      ["999999", 200_000],
    ] as const) {
      const server = await startConverse({ env: { ...env, MAX_MCP_OUTPUT_TOKENS: given } });
      const result = await server.call("chat", { prompt: "x", model: "gpt-4o" });
      const tokens = estimateTokens(resultText(result));
      expect(tokens).toBeLessThanOrEqual(limit);
      expect(tokens).toBeGreaterThan(limit * 0.98);
    }
  });

  test("of next to nothing leaves the rest of the answer, and what is short, whole", async () => {
    const server = await startConverse({ env: { ...env, MAX_MCP_OUTPUT_TOKENS: "1" } });
    vendors.openai.answer("gpt-4o", "word ".repeat(300), "Yes.");
    expect(await server.chat({ prompt: "x", model: "gpt-4o" })).toMatchObject({
      content: "\n\n[… cut: the answer is longer than MAX_MCP_OUTPUT_TOKENS allows]",
      metadata: { notices: [{ type: "output_truncated" }] },
    });
    const short = await server.chat({ prompt: "x", model: "gpt-4o" });
    expect([short.content, short.metadata.notices]).toEqual(["Yes.", undefined]);
  });
});

test("an answer that the model had to end early says so", async () => {
  const server = await startConverse({ env });
  vendors.openai.answer("gpt-4o", { text: "as far as", incomplete: "max_output_tokens" });
  expect(await server.chat({ prompt: "x", model: "gpt-4o" })).toMatchObject({
    content: "as far as",
    metadata: { notices: [{ type: "output_truncated" }] },
  });
});

describe("the response cache", () => {
  async function asked(server: Converse, args: Record<string, unknown>) {
    const before = vendors.openai.requests.length;
    const answer = await server.chat({ prompt: "same", model: "gpt-4o", ...args });
    return { answer, calls: vendors.openai.requests.length - before };
  }

  test("repeats the answer to the same first question at temperature 0, free of charge", async () => {
    const server = await startConverse({ env });
    vendors.openai.answer("gpt-4o", "one", "two");
    const first = await asked(server, { temperature: 0 });
    const again = await asked(server, { temperature: 0 });
    expect([first.calls, again.calls]).toEqual([1, 0]);
    expect(first.answer.metadata.cached).toBeUndefined();
    expect(again.answer).toMatchObject({
      content: "one",
      continuation: { provider: "openai", model: "gpt-4o", messageCount: 2 },
      metadata: {
        cached: true,
        cost_usd: 0,
        usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      },
    });
    expect(again.answer.continuation.id).not.toBe(first.answer.continuation.id);
    const id = again.answer.continuation.id;
    const followUp = await asked(server, { temperature: 0, continuation_id: id });
    expect(followUp).toMatchObject({ calls: 1, answer: { continuation: { messageCount: 4 } } });
  });

  test("asks again for any other question", async () => {
    const server = await startConverse({ env });
    vendors.openai.answer("gpt-4o", "an answer");
    await asked(server, { temperature: 0 });
    for (const other of [
      { temperature: 0, prompt: "other" },
      { temperature: 0, reasoning_effort: "high" },
      { temperature: 0.1 },
      { temperature: 0, use_websearch: true },
      { temperature: 0, use_websearch: true },
      { temperature: 0, files: ["."].slice(1), images: [`data:;base64,${onePixel}`] },
    ]) {
      expect((await asked(server, other)).calls).toBe(1);
    }
    expect((await asked(server, { temperature: 0 })).calls).toBe(0);
  });

  test("never repeats an error", async () => {
    const server = await startConverse({ env });
    vendors.openai.answer("gpt-4.1", openAiError(400), "better");
    await server.refusal("chat", { prompt: "x", model: "gpt-4.1", temperature: 0 });
    const answer = await server.chat({ prompt: "x", model: "gpt-4.1", temperature: 0 });
    expect(answer.content).toBe("better");
  });

  test("lasts ten minutes, also over a restart", async () => {
    const home = await temporaryHome();
    const first = await startConverse({ env, home });
    vendors.openai.answer("gpt-4o", "an answer");
    await asked(first, { temperature: 0 });
    await first.close();
    const server = await startConverse({ env, home });
    expect((await asked(server, { temperature: 0 })).calls).toBe(0);
    const database = openDatabase(home);
    const row = database.prepare("select expires_at as at from cached_answers").get();
    const { at } = row as { at: number };
    expect(at - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(at - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    database.prepare("update cached_answers set expires_at = ?").run(Date.now() - 1);
    expect((await asked(server, { temperature: 0 })).calls).toBe(1);
  });

  test.each([
    ["on", 0.7, 0],
    ["off", 0, 1],
    ["auto", 0.7, 1],
  ])(
    "set to %s, at temperature %d, a repeated question makes %i calls",
    async (cache, temperature, calls) => {
      const server = await startConverse({ env: { ...env, CONVERSE_CACHE: cache } });
      vendors.openai.answer("gpt-4o", "an answer");
      await asked(server, { temperature });
      expect((await asked(server, { temperature })).calls).toBe(calls);
    },
  );
});

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
