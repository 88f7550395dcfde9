import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { killDuring, temporaryHome, twoServers } from "@faculties/testkit";
import { delayed, json, openAiError } from "@faculties/testkit/emulators";
import type { ChatOutput } from "@faculties/schemas/converse/chat";
import { describe, expect, test } from "vitest";
import { type Converse, entry, startConverse, useConverse } from "./support/converse.ts";
import { openDatabase } from "./support/open-database.ts";
import { bodyOf, useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const converse = useConverse(env);

type Input = { input: { role: string; content: string }[] };

/** Says back the last question, so that answers tell which question they belong to. */
const echo = (request: { body: unknown }) => {
  const { input } = request.body as Input;
  return `answer to ${input.at(-1)?.content}`;
};

describe("a conversation", () => {
  test("continues with its provider, its model and its whole history", async () => {
    vendors.openai.answer("gpt-4o-mini", echo);
    const first = await converse.chat({ prompt: "one", model: "gpt-4o-mini" });
    const { id } = first.continuation;
    for (const model of [undefined, "auto"]) {
      await converse.chat({
        prompt: `with ${model}`,
        continuation_id: id,
        ...(model && { model }),
      });
    }
    const last = await converse.chat({ prompt: "four", continuation_id: id });
    expect(last.continuation).toEqual({
      id,
      provider: "openai",
      model: "gpt-4o-mini",
      messageCount: 8,
    });
    expect(bodyOf<Input>(vendors.openai.requests.at(-1)).input).toEqual([
      { role: "user", content: "one" },
      { role: "assistant", content: "answer to one" },
      { role: "user", content: "with undefined" },
      { role: "assistant", content: "answer to with undefined" },
      { role: "user", content: "with auto" },
      { role: "assistant", content: "answer to with auto" },
      { role: "user", content: "four" },
    ]);
    expect(last.metadata.conversation).toEqual({
      input_tokens: 44,
      output_tokens: 28,
      total_tokens: 72,
      cost_usd: 0.0000234,
    });
  });

  test("changes its model when told, and stays with the new one", async () => {
    const first = await converse.chat({ prompt: "one", model: "o3" });
    const { id } = first.continuation;
    const second = await converse.chat({ prompt: "two", model: "grok", continuation_id: id });
    const third = await converse.chat({ prompt: "three", continuation_id: id });
    expect([second, third].map(({ continuation }) => continuation)).toEqual([
      { id, provider: "xai", model: "grok-4-0709", messageCount: 4 },
      { id, provider: "xai", model: "grok-4-0709", messageCount: 6 },
    ]);
  });

  test("survives a restart, with its files", async () => {
    const home = await temporaryHome();
    const first = await startConverse({ env, home });
    const { continuation } = await first.chat({ prompt: "before", model: "o3" });
    await first.close();
    const second = await startConverse({ env, home });
    const answer = await second.chat({ prompt: "after", continuation_id: continuation.id });
    expect(answer.continuation).toEqual({ ...continuation, messageCount: 4 });
    const folder = join(home.env["XDG_DATA_HOME"] ?? "", "faculties");
    const file = await stat(join(folder, "converse.db"));
    expect(file.mode & 0o077).toBe(0);
  });

  test("of a consensus continues in chat, and the reverse", async () => {
    const consensus = await converse.consensus({
      prompt: "Which?",
      models: [{ model: "grok" }, { model: "flash" }],
      enable_cross_feedback: false,
    });
    const { id } = consensus.continuation;
    expect(id).toMatch(/^consensus_[0-9a-f-]{36}$/);
    const chat = await converse.chat({ prompt: "Why?", continuation_id: id });
    expect(chat.continuation).toEqual({
      id,
      provider: "xai",
      model: "grok-4-0709",
      messageCount: 4,
    });
    expect(bodyOf<Input>(vendors.xai.requests.at(-1)).input.slice(1)).toEqual([
      { role: "user", content: "Which?" },
      {
        role: "assistant",
        content: "## grok-4-0709\n\nxai says hello\n\n## gemini-2.5-flash\n\ngoogle says hello",
      },
      { role: "user", content: "Why?" },
    ]);
    const before = vendors.google.requests.length;
    const again = await converse.consensus({
      prompt: "Still?",
      models: [{ model: "pro" }],
      continuation_id: id,
    });
    expect(again.continuation).toEqual({ id, messageCount: 6 });
    expect(bodyOf<{ contents: [] }>(vendors.google.requests[before]).contents).toHaveLength(5);
    const last = await converse.chat({ prompt: "And?", continuation_id: id });
    expect(last.continuation).toMatchObject({ provider: "xai", messageCount: 8 });
  });

  test.each([
    "conv_unknown",
    "",
    "consensus_00000000-0000-0000-0000-000000000000",
    "x".repeat(9999),
  ])("that is not known (%#) is never adopted", async (id) => {
    const before = vendors.openai.requests.length;
    for (const [tool, args] of [
      ["chat", { prompt: "x", continuation_id: id }],
      ["consensus", { prompt: "x", models: [{ model: "o3" }], continuation_id: id }],
    ] as const) {
      expect(await converse.refusal(tool, args)).toMatchObject({
        code: "CONVERSATION_NOT_FOUND",
      });
    }
    expect(vendors.openai.requests).toHaveLength(before);
  });

  test("expires after the hours of idleness, not before", async () => {
    const home = await temporaryHome();
    const server = await startConverse({ env: { ...env, CONVERSATION_TTL_HOURS: "2" }, home });
    const { id } = (await server.chat({ prompt: "one", model: "o3" })).continuation;
    const database = openDatabase(home);
    const turnBack = (minutes: number) =>
      database
        .prepare("update conversations set updated_at = ? where id = ?")
        .run(Date.now() - minutes * 60_000, id);
    turnBack(119);
    await server.chat({ prompt: "two", continuation_id: id });
    turnBack(121);
    expect(await server.refusal("chat", { prompt: "three", continuation_id: id })).toMatchObject({
      code: "CONVERSATION_NOT_FOUND",
    });
    expect((await server.client.listResources()).resources).toHaveLength(3);

    turnBack(60 * 48);
    await server.close();
    // Only what had expired when another day's call looked goes.
    database.prepare("update purges set at = ?").run(Date.now() - 25 * 60 * 60_000);
    const next = await startConverse({ env: { ...env, CONVERSATION_TTL_HOURS: "2" }, home });
    await next.chat({ prompt: "another", model: "o3" });
    await next.close();
    expect(database.prepare("select count(*) as n from conversations").get()).toEqual({ n: 1 });
    expect(database.prepare("select count(*) as n from messages").get()).toEqual({ n: 2 });
  });

  test("is left as it was by a call that fails", async () => {
    vendors.openai.answer("o4-mini", "first", openAiError(400, { message: "no" }), "third");
    const { id } = (await converse.chat({ prompt: "one", model: "o4-mini" })).continuation;
    await converse.refusal("chat", { prompt: "two", continuation_id: id });
    const third = await converse.chat({ prompt: "three", continuation_id: id });
    expect(third.continuation.messageCount).toBe(4);
    expect(
      bodyOf<Input>(vendors.openai.requests.at(-1)).input.map(({ content }) => content),
    ).toEqual(["one", "first", "three"]);
  });
});

describe("turns at the same time", () => {
  async function turnsAtOnce(servers: Pick<Converse, "callOk">[], id: string, count: number) {
    vendors.openai.answer("gpt-4.1", (request) => ({
      wire: delayed(20 + Math.random() * 30, (response, recorded, sever) =>
        json(bodyFor(echo(request)))(response, recorded, sever),
      ),
    }));
    const answers = await Promise.all(
      Array.from({ length: count }, (_, turn) =>
        servers[turn % servers.length]!.callOk<ChatOutput>("chat", {
          prompt: `turn ${turn}`,
          continuation_id: id,
        }),
      ),
    );
    expect(answers.map(({ content }) => content)).toEqual(
      answers.map((_, turn) => `answer to turn ${turn}`),
    );
    return answers.map(({ continuation }) => continuation.messageCount).toSorted((a, b) => a - b);
  }
  const bodyFor = (text: string) => ({
    status: "completed",
    model: "gpt-4.1",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  });

  test("on one id lose nothing, in two processes", async () => {
    const servers = await twoServers({ entry, env });
    const [server] = servers;
    vendors.openai.answer("gpt-4.1", "start");
    const first = await server.callOk<ChatOutput>("chat", { prompt: "start", model: "gpt-4.1" });
    const { id } = first.continuation;
    const counts = await turnsAtOnce(servers, id, 12);
    expect(counts).toEqual(Array.from({ length: 12 }, (_, turn) => 4 + turn * 2));
    const { contents } = await server.client.readResource({
      uri: `converse://conversations/${id}`,
    });
    const [content] = contents;
    const { messages } = JSON.parse(content && "text" in content ? content.text : "");
    const turns = messages.slice(2) as { role: string; content: string }[];
    expect(
      turns
        .filter(({ role }) => role === "user")
        .map(({ content: text }) => text)
        .toSorted(),
    ).toEqual(Array.from({ length: 12 }, (_, turn) => `turn ${turn}`).toSorted());
    for (const [place, { role, content: text }] of turns.entries()) {
      if (role === "assistant") expect(text).toBe(`answer to ${turns[place - 1]?.content}`);
    }
  });

  test("50 calls are all answered with their own answer", async () => {
    vendors.openai.answer("gpt-4.1-mini", (request) => ({
      wire: delayed(Math.random() * 50, (response, recorded, sever) =>
        json(bodyFor(echo(request)))(response, recorded, sever),
      ),
    }));
    const calls = Array.from({ length: 50 }, (_, call) =>
      converse.chat({ prompt: `call ${call}`, model: "gpt-4.1-mini" }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ content }) => content)).toEqual(
      answers.map((_, call) => `answer to call ${call}`),
    );
    expect(new Set(answers.map(({ continuation }) => continuation.id)).size).toBe(50);
    expect(answers.every(({ continuation }) => continuation.messageCount === 2)).toBe(true);
  });
});

test.each([1, 2])(
  "a kill at any moment keeps what was acknowledged, whole (seed %i)",
  async (seed) => {
    const home = await temporaryHome();
    vendors.openai.answer("gpt-5-nano", echo);
    const server = await startConverse({ env, home });
    const { acknowledged } = await killDuring({
      server,
      seed,
      call: (index) => server.chat({ prompt: `call ${index}`, model: "gpt-5-nano" }),
    });
    const next = await startConverse({ env, home });
    for (const { index, result } of acknowledged) {
      const { id } = result.continuation;
      const { contents } = await next.client.readResource({
        uri: `converse://conversations/${id}`,
      });
      expect(JSON.stringify(contents)).toContain(`answer to call ${index}`);
    }
    const database = openDatabase(home);
    const halves =
      "select count(*) as n from conversations c where c.message_count <> (select count(*) from messages m where m.conversation_id = c.id)";
    expect(database.prepare(halves).get()).toEqual({ n: 0 });
  },
);

describe("a history that is too long", () => {
  const long = "word ".repeat(30_000);

  test("is trimmed to the model's window, oldest turns first, with a notice", async () => {
    vendors.openai.answer("gpt-4o", "short answer");
    let id: string | undefined;
    for (const turn of [1, 2, 3]) {
      const prompt = `question ${turn} ${long}`;
      const answer = await converse.chat({
        prompt,
        model: "gpt-4o",
        ...(id !== undefined && { continuation_id: id }),
      });
      id = answer.continuation.id;
      expect(answer.metadata.notices).toBeUndefined();
    }
    const fourth = await converse.chat({ prompt: `question 4 ${long}`, continuation_id: id });
    expect(fourth.metadata.notices).toEqual([
      {
        type: "history_trimmed",
        message: expect.stringContaining("gpt-4o"),
        dropped_messages: 2,
      },
    ]);
    const { input } = bodyOf<Input>(vendors.openai.requests.at(-1));
    expect(input.map(({ content }) => content.slice(0, 10))).toEqual([
      "question 2",
      "short answ",
      "question 3",
      "short answ",
      "question 4",
    ]);
    expect(fourth.continuation.messageCount).toBe(8);
  });

  test("is halved when the vendor says that it does not fit", async () => {
    const overflow = openAiError(400, {
      code: "context_length_exceeded",
      message: "This model's maximum context length is 100 tokens. However, you sent 150 tokens.",
    });
    vendors.compatible.answer("small", (request) => {
      const { messages } = request.body as { messages: unknown[] };
      return messages.length > 4 ? overflow : "fits";
    });
    let { id } = (await converse.chat({ prompt: "1", model: "compatible/small" })).continuation;
    for (const prompt of ["2", "3", "4", "5"]) {
      ({ id } = (await converse.chat({ prompt, continuation_id: id })).continuation);
    }
    const last = await converse.chat({ prompt: "6", continuation_id: id });
    expect(last).toMatchObject({
      content: "fits",
      continuation: { messageCount: 12 },
      metadata: { notices: [{ type: "history_trimmed", dropped_messages: 8 }] },
    });
  });

  test("does not hide that the question alone is too long", async () => {
    vendors.openai.answer("gpt-4o", openAiError(400, { code: "context_length_exceeded" }));
    const refused = await converse.refusal("chat", { prompt: long, model: "gpt-4o" });
    expect(refused).toMatchObject({
      code: "CONTEXT_LENGTH_EXCEEDED",
      provider: "openai",
      max_tokens: 128_000,
    });
    expect(refused["provided_tokens"]).toBeGreaterThan(29_000);
  });
});

test("the database holds no key and no half-written file is left next to it", async () => {
  const home = await temporaryHome();
  const server = await startConverse({ env, home });
  const keys = Object.entries(env).filter(([name]) => name.endsWith("_KEY"));
  const prompt = `Is ${keys.map(([, key]) => key).join(" or ")} secret?`;
  await server.chat({ prompt, model: "o3" });
  expect(vendors.openai.requests.at(-1)?.bodyText).toContain("Is [redacted] or [redacted]");
  await server.close();
  const folder = join(home.env["XDG_DATA_HOME"] ?? "", "faculties");
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name), "latin1");
    for (const [, key] of keys) expect(content).not.toContain(key);
  }
});
