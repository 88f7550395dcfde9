import { beforeEach, describe, expect, test } from "vitest";
import { startConverse } from "./support/converse.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const TEXT = "One, two, three, four, five, six, seven, eight, nine, ten.";

beforeEach(() => {
  for (const [name, emulator] of Object.entries(vendors))
    emulator.answer("*", `${name} says hello`);
});

test("an answer by a schema is JSON, or says that it is none", async () => {
  const converse = await startConverse({ env });
  const schema = { type: "object", properties: { n: { type: "number" } } };
  vendors.openai.answer("*", '{"n":42}', "Forty-two.");
  const ask = { prompt: "How many?", model: "sol", json_schema: schema };
  const good = await converse.chat(ask);
  expect(JSON.parse(good.content)).toEqual({ n: 42 });
  expect(vendors.openai.requests.at(-1)?.body).toMatchObject({ text: { format: { schema } } });
  expect((await converse.chat(ask)).metadata.notices).toMatchObject([{ type: "not_json" }]);
});

test("the examples of the tool are models that can be asked", async () => {
  const converse = await startConverse({
    env: { XAI_API_KEY: "xai-0123456789abcdef", CONVERSE_LIVE_MODELS: "off" },
  });
  const [chat] = await converse.listTools();
  const properties = JSON.stringify(chat?.inputSchema.properties);
  expect(properties).toContain("configured here: 'auto', 'grok-4.7'");
  expect(properties).not.toContain("gpt");
});

describe("an answer that is streamed", () => {
  test("tells how much is written while it is written", async () => {
    const converse = await startConverse({ env });
    vendors.openai.answer("*", { text: TEXT, fault: { pieces: 2, ending: "hang" } });
    const abort = new AbortController();
    const seen: string[] = [];
    const call = converse.client.callTool(
      { name: "chat", arguments: { prompt: "Count", model: "sol" } },
      {
        signal: abort.signal,
        onprogress: ({ message = "" }) => {
          seen.push(message);
          if (message.includes("24 characters")) abort.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(seen.at(-1)).toBe("gpt-6.1-sol is writing: 24 characters so far");
    await vendors.openai.waitForDisconnect();
  });

  test("that stops at the time limit is given back as far as it came", async () => {
    const converse = await startConverse({ env: { ...env, REQUEST_TIMEOUT_MS: "700" } });
    vendors.openai.answer("*", { text: TEXT, fault: { pieces: 3, ending: "hang" } });
    const result = await converse.callError("chat", { prompt: "Count", model: "sol" });
    expect(result.structuredContent).toMatchObject({
      code: "TIMEOUT",
      partial: { content: TEXT.slice(0, 36), model: "gpt-6.1-sol" },
    });
  });

  test("of one model that stops costs a consensus nothing but that model", async () => {
    const converse = await startConverse({ env: { ...env, REQUEST_TIMEOUT_MS: "1500" } });
    vendors.openai.answer("*", { text: TEXT, fault: { pieces: 3, ending: "hang" } });
    const result = await converse.consensus({ prompt: "Count", enable_cross_feedback: false });
    expect(result).toMatchObject({
      successful_initial_responses: 2,
      phases: { failed: [{ code: "TIMEOUT", partial_response: TEXT.slice(0, 36) }] },
    });
  });

  test("of two models is given back when the whole consensus is stopped", async () => {
    const converse = await startConverse({ env });
    vendors.xai.answer("*", { text: TEXT, fault: { pieces: 3, ending: "hang" } });
    const abort = new AbortController();
    const call = converse.client.callTool(
      { name: "consensus", arguments: { prompt: "Count" } },
      {
        signal: abort.signal,
        onprogress: ({ message = "" }) => {
          if (message.includes("(2 of")) abort.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    await vendors.xai.waitForDisconnect();
  });
});
