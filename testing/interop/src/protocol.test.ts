import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";
import { fixtureSubject } from "./fixture-subject.ts";
import { type Channel, envelope, eras, paramsFor, transports } from "./fuzz/channel.ts";
import { openChannel } from "./fuzz/open-channel.ts";

type RpcAnswer = {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
};

const VIEWS = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const SKILLS = { "io.modelcontextprotocol/skills": expect.any(Object) };
const TASKS = { "io.modelcontextprotocol/tasks": {} };
const MINUTE = 60_000;

const subjects = [await fixtureSubject(), ...findServers()];
const cases = subjects.flatMap((subject) =>
  transports.flatMap((transport) =>
    eras.map((era) => ({ name: subject.name, subject, transport, era })),
  ),
);

describe.each(cases)("$name over $transport in $era", ({ name, subject, transport, era }) => {
  const isModern = era === "2026-07-28";
  const hasTasks = name !== "agent-memory";
  let channel: Channel;
  beforeAll(async () => {
    channel = await openChannel(subject, transport, era);
  });
  afterAll(() => channel.close());

  async function send(message: object): Promise<RpcAnswer> {
    const [exchange] = await channel.exchange([Buffer.from(JSON.stringify(message))]);
    expect(exchange?.faults).toEqual([]);
    expect(exchange?.answers).toHaveLength(1);
    return exchange?.answers[0] as RpcAnswer;
  }

  const ask = (method: string, params: Record<string, unknown>, more: object = {}) =>
    send({ jsonrpc: "2.0", id: "odd", method, params: paramsFor(era, params), ...more });

  test("answers what has a member more", async () => {
    const { id, result } = await ask("tools/list", {}, { timestamp: 1, trace: { a: [] } });
    expect([id, Array.isArray(result?.["tools"])]).toEqual(["odd", true]);
  });

  test("takes null for a progress token that is not there", async () => {
    const { result } = await ask("tools/list", { _meta: { progressToken: null } });
    expect(result).toHaveProperty("tools");
  });

  test.each([1.5, {}, [], true])("refuses the progress token %j", async (progressToken) => {
    const { id, error } = await ask("tools/list", { _meta: { progressToken } });
    expect([id, error?.code]).toEqual(["odd", -32_602]);
    expect(error?.message).toContain("progressToken must be a string or a whole number");
  });

  test("answers when _meta or params is null", async () => {
    for (const params of [{ _meta: null }, null]) {
      const { id, result, error } = await send({
        jsonrpc: "2.0",
        id: "odd",
        method: "tools/list",
        params,
      });
      // Without it a client of 2026-07-28 has not said who it is.
      expect([id, isModern ? error?.code : typeof result]).toEqual([
        "odd",
        isModern ? -32_602 : "object",
      ]);
    }
  });

  test.each([
    ["tools/call", { name: 5 }, "params.name must be a string, not a number."],
    ["tools/call", {}, "params.name is missing; it must be a string."],
    [
      "tools/call",
      { name: "a", arguments: "b" },
      "params.arguments must be an object, not a string.",
    ],
    ["tools/list", { cursor: 5 }, "params.cursor must be a string, not a number."],
    ["resources/list", { cursor: [] }, "params.cursor must be a string, not an array."],
    ["resources/read", { uri: {} }, "params.uri must be a string, not an object."],
    ["resources/read", {}, "params.uri is missing; it must be a string."],
    ["resources/templates/list", { cursor: 1 }, "params.cursor must be a string, not a number."],
  ])("refuses wrong params of %s: %j", async (method, params, fault) => {
    const { id, error } = await ask(method, params);
    expect([id, error]).toEqual([
      "odd",
      { code: -32_602, message: `Invalid ${method} request: ${fault}` },
    ]);
  });

  test.each(["resources/subscribe", "resources/unsubscribe"])(
    "refuses wrong params of %s, or has it not",
    async (method) => {
      const { error } = await ask(method, { uri: 5 });
      expect(error).toEqual(
        isModern
          ? { code: -32_601, message: "Method not found" }
          : {
              code: -32_602,
              message: `Invalid ${method} request: params.uri must be a string, not a number.`,
            },
      );
    },
  );

  test.each(["logging/setLevel", "notifications/initialized", "notifications/unknown", "no/such"])(
    "has no %s, whatever its params",
    async (method) => {
      for (const params of [{}, { name: "a", uri: "a:b", taskId: "t" }, { name: 5, ref: null }]) {
        const { id, error } = await ask(method, params);
        expect([id, error]).toEqual(["odd", { code: -32_601, message: "Method not found" }]);
      }
    },
  );

  test.each(["tasks/get", "tasks/list", "tasks/result", "tasks/cancel", "tasks/update"])(
    "has %s in the eras that have it, if it has tasks at all",
    async (method) => {
      const isLegacyOnly = ["tasks/list", "tasks/result"].includes(method);
      const isThere = hasTasks && (isModern ? !isLegacyOnly : method !== "tasks/update");
      const { error } = await ask(method, { taskId: "t" });
      if (!isThere) expect(error).toEqual({ code: -32_601, message: "Method not found" });
      // The client has not said that it knows tasks; over HTTP, it has not named the task in the headers either.
      else if (isModern) expect(error?.code).toBe(transport === "http" ? -32_020 : -32_021);
      else expect(error?.code).toBe(method === "tasks/list" ? undefined : -32_602);
    },
  );

  test.each([null, 1.5, {}, true])("refuses the id %j", async (id) => {
    const answer = await send({ jsonrpc: "2.0", id, method: "ping" });
    expect([answer.id, answer.error?.code]).toEqual([null, -32_600]);
  });

  test("says which part of a handshake is wrong", async () => {
    const message = { jsonrpc: "2.0", id: "odd", method: "initialize" };
    const { error } = await send({ ...message, params: { protocolVersion: 1, capabilities: {} } });
    const sentence = "Invalid initialize request: params.protocolVersion must be a string";
    if (!isModern) expect(error).toMatchObject({ code: -32_602 });
    if (!isModern) expect(error?.message).toContain(sentence);
    expect(error?.message).not.toContain('"path"');
  });

  test("declares its extensions", async () => {
    const method = isModern ? "server/discover" : "initialize";
    if (!isModern && transport === "http") return;
    const params = isModern ? {} : { protocolVersion: era, capabilities: {}, clientInfo: info };
    const { capabilities } = (await channel.request(method, params)) as {
      capabilities: { extensions?: object };
    };
    expect(capabilities.extensions).toEqual({
      ...(name !== "fixture" && { ...VIEWS, ...SKILLS }),
      ...(hasTasks && TASKS),
    });
  });

  test("says truly how long its answers last", async () => {
    const ttlMs = transport === "stdio" ? 60 * MINUTE : 5 * MINUTE;
    const hint = async (method: string) => {
      const { ttlMs: lasts, cacheScope } = await channel.request(method);
      return { ttlMs: lasts, cacheScope };
    };
    const lists = ["tools/list", "resources/templates/list", "resources/list"];
    if (!isModern)
      for (const method of lists)
        expect(await hint(method)).toEqual({ ttlMs: undefined, cacheScope: undefined });
    else {
      const forAll = { ttlMs, cacheScope: "public" };
      expect(await hint("server/discover")).toEqual(forAll);
      expect(await hint("resources/templates/list")).toEqual(forAll);
      // Clients that show views are told of them; the fixture has none.
      const scope = name === "fixture" ? "public" : "private";
      expect(await hint("tools/list")).toEqual({ ttlMs, cacheScope: scope });
      expect(await hint("resources/list")).toEqual({ ttlMs: 0, cacheScope: "private" });
      if (name === "fixture") return;
      const view = await channel.request("resources/read", { uri: `ui://${name}/view` });
      expect(view).toMatchObject(forAll);
    }
  });
});

const info = { name: "protocol", version: "1.0.0" };

test("a method that is not there is not there before its headers are looked at", async () => {
  const channel = await openChannel(subjects[0]!, "http", "2026-07-28");
  const message = { jsonrpc: "2.0", id: 1, params: { taskId: "t", _meta: envelope } };
  const bodies = ["tasks/list", "tasks/result", "tools/call"].map((method) =>
    JSON.stringify({ ...message, method }),
  );
  const headers = { "content-type": "application/json", "mcp-protocol-version": "2026-07-28" };
  const answers = await Promise.all(
    bodies.map(async (body) => {
      const response = await fetch(channel.address, { method: "POST", headers, body });
      return [response.status, ((await response.json()) as RpcAnswer).error?.code];
    }),
  );
  await channel.close();
  expect(answers).toEqual([
    [404, -32_601],
    [404, -32_601],
    [400, -32_020],
  ]);
});

test("of two requests with one id in one session, the second is refused and the first is answered", async () => {
  const channel = await openChannel(subjects[0]!, "http", "2025-11-25");
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "test_tool_with_progress", arguments: {} },
  });
  const sent = [call(1), call(1), call(2)].map((one) => Buffer.from(JSON.stringify(one)));
  const exchanges = await channel.exchange(sent);
  const kinds = exchanges.map(({ answers, faults }) => {
    const { result, error } = answers[0] as RpcAnswer;
    return [result ? "result" : error?.code, faults];
  });
  expect(kinds.toSorted()).toEqual([
    [-32_600, []],
    ["result", []],
    ["result", []],
  ]);
  const again = await channel.exchange([sent[0] as Buffer]);
  expect(again[0]?.answers).toMatchObject([{ id: 1, result: {} }]);
  await channel.close();
});
