import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import { temporaryHome } from "@faculties/testkit";
import { openAiError } from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { type Converse, runConverse, startConverse } from "./support/converse.ts";
import { PNG_BASE64 } from "./support/png.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();

async function read(server: Pick<Converse, "client">, uri: string) {
  const { contents } = await server.client.readResource({ uri });
  const [content] = contents;
  return JSON.parse(content && "text" in content ? content.text : "");
}

describe("resources", () => {
  test("are the conversations, last used first, page by page, and the metrics", async () => {
    const server = await startConverse({ env });
    const ids: string[] = [];
    for (let number = 0; number < 52; number += 1) {
      const answer = await server.chat({ prompt: `Question ${number}`, model: "o3" });
      ids.push(answer.continuation.id);
    }
    await server.chat({ prompt: "again", continuation_id: ids[0] });
    const first = await server.client.listResources({ cursor: "" });
    expect(first.resources.slice(0, 4)).toEqual([
      expect.objectContaining({ uri: "converse://metrics", mimeType: "application/json" }),
      expect.objectContaining({ uri: "converse://models", mimeType: "application/json" }),
      {
        uri: `converse://conversations/${ids[0]}`,
        name: ids[0],
        title: "Question 0",
        mimeType: "application/json",
        annotations: { lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      },
      expect.objectContaining({ uri: `converse://conversations/${ids[51]}`, title: "Question 51" }),
    ]);
    const rest = await server.client.listResources({ cursor: first.nextCursor ?? "" });
    const uris = [...first.resources, ...rest.resources].map(({ uri }) => uri);
    expect(rest.nextCursor).toBeUndefined();
    await expect(server.client.listResources({ cursor: "no page" })).rejects.toMatchObject({
      code: -32_602,
    });
    expect(new Set(uris).size).toBe(55);
    expect((await server.client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: "converse://conversations/{id}", mimeType: "application/json" },
    ]);
  });

  test("tell all that was said, by whom, with what, and what it cost", async () => {
    const server = await startConverse({ env });
    const { id } = (await server.chat({ prompt: "Look", model: "gpt-4o", images: [PNG_BASE64] }))
      .continuation;
    await server.chat({ prompt: "And?", continuation_id: id, model: "grok" });
    expect(await read(server, `converse://conversations/${id}`)).toEqual({
      id,
      title: "Look",
      provider: "xai",
      model: "grok-4-0709",
      message_count: 4,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      usage: {
        input_tokens: 22,
        output_tokens: 14,
        total_tokens: 36,
        cost_usd: expect.any(Number),
      },
      messages: [
        { role: "user", at: expect.any(String), content: "Look", images: 1 },
        {
          role: "assistant",
          model: "gpt-4o",
          at: expect.any(String),
          content: "openai says hello",
          usage: expect.objectContaining({ input_tokens: 11, output_tokens: 7 }),
          response_time_ms: expect.any(Number),
        },
        { role: "user", at: expect.any(String), content: "And?" },
        {
          role: "assistant",
          model: "grok-4-0709",
          at: expect.any(String),
          content: "xai says hello",
          usage: expect.objectContaining({ input_tokens: 11, output_tokens: 7 }),
          response_time_ms: expect.any(Number),
        },
      ],
    });
    await expect(read(server, "converse://conversations/conv_unknown")).rejects.toThrow();
    await expect(read(server, "converse://other")).rejects.toThrow();
  });

  test("keep what each model of a consensus said", async () => {
    const server = await startConverse({ env });
    const { phases, continuation } = await server.callOk<ConsensusOutput>("consensus", {
      prompt: "Which?",
      models: [{ model: "o3" }, { model: "grok" }],
    });
    const { messages } = await read(server, `converse://conversations/${continuation.id}`);
    expect(messages).toMatchObject([{ role: "user" }, { role: "assistant", phases }]);
  });

  test("report changes, those of other processes included", async () => {
    const home = await temporaryHome();
    const received: string[] = [];
    let wake = () => {};
    const put = (text: string) => {
      received.push(text);
      wake();
    };
    const until = async (count: number) => {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    };
    const server = await startConverse({
      env,
      home,
      configure(client) {
        client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
          put(params.uri),
        );
        client.setNotificationHandler("notifications/resources/list_changed", () => put("list"));
      },
    });
    const other = await startConverse({ env, home });
    const { id } = (await server.chat({ prompt: "one", model: "o3" })).continuation;
    await until(1);
    expect(received).toEqual(["list"]);
    const uri = `converse://conversations/${id}`;
    await server.client.subscribeResource({ uri });
    await server.chat({ prompt: "two", continuation_id: id });
    await until(2);
    await other.chat({ prompt: "three", continuation_id: id });
    await until(3);
    await other.chat({ prompt: "another conversation", model: "o3" });
    await until(4);
    expect(received).toEqual(["list", uri, uri, "list"]);
  });
});

describe("metrics", () => {
  test("count calls, times, tokens, errors and concurrency per provider", async () => {
    const home = await temporaryHome();
    const server = await startConverse({ env, home });
    expect(await read(server, "converse://metrics")).toMatchObject({ calls: 0, providers: [] });
    vendors.openai.answer("gpt-4.1", openAiError(400));
    vendors.openai.answer("gpt-4.1-mini", openAiError(429, {}, { "retry-after": "60" }));
    await server.consensus({ prompt: "x", models: [{ model: "o3" }, { model: "flash" }] });
    await server.refusal("chat", { prompt: "x", model: "gpt-4.1" });
    await server.refusal("chat", { prompt: "x", model: "gpt-4.1-mini" });
    await server.chat({ prompt: "x", model: "o3" });
    const provider = (name: string, figures: object) => ({
      provider: name,
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
      highest_concurrency: expect.any(Number),
      ...figures,
    });
    const expected = {
      hours: 168,
      calls: 7,
      errors: 2,
      highest_concurrency: 2,
      usage: {
        input_tokens: 53,
        output_tokens: 31,
        total_tokens: 84,
        cost_usd: expect.any(Number),
      },
      providers: [
        provider("google", {
          calls: 2,
          errors: 0,
          error_rate: 0,
          errors_by_code: {},
          usage: {
            input_tokens: 20,
            output_tokens: 10,
            total_tokens: 30,
            cost_usd: expect.any(Number),
          },
        }),
        provider("openai", {
          calls: 5,
          errors: 2,
          error_rate: 0.4,
          errors_by_code: { INVALID_INPUT: 1, RATE_LIMIT_EXCEEDED: 1 },
          usage: {
            input_tokens: 33,
            output_tokens: 21,
            total_tokens: 54,
            cost_usd: expect.any(Number),
          },
        }),
      ],
    };
    expect(await read(server, "converse://metrics")).toEqual(expected);
    const asJson = await runConverse(["metrics", "--json"], { home });
    expect(JSON.parse(asJson.stdout)).toEqual(expected);
    const { code, stdout } = await runConverse(["metrics", "--hours", "1"], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^openai +5 +2 \(40\.0 %\) .*INVALID_INPUT 1, RATE_LIMIT_EXCEEDED 1$/m);
    expect(stdout).toContain("At most 2 calls at the same time in the last 1 hours.");
  });
});
