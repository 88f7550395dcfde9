import fc from "fast-check";
import { startHttp, temporaryHome, waitUntil } from "@faculties/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientKinds } from "./clients/client-kinds.ts";
import type { ClientKind, Endpoint, InteropClient } from "./clients/interop-client.ts";
import { findServers, type Subject } from "./find-servers.mjs";
import { fixtureSubject } from "./fixture-subject.ts";
import type { JsonSchema } from "./fuzz/json-schema.ts";
import { validValue } from "./fuzz/valid-value.ts";

const fixture = await fixtureSubject({
  smoke: { tool: "echo", arguments: { text: "hello", times: 2 } },
});

/** Starts a server on HTTP for all clients and asks it what the tests have to know. */
async function survey(subject: Subject) {
  const home = await temporaryHome();
  const env = { ...subject.env, LOG_LEVEL: "info" };
  const server = await startHttp({
    ...subject,
    env,
    home,
    args: [...subject.args, "--http-rate-limit", "1000"],
  });
  const { client } = await server.connect("2026");
  const { tools } = await client.listTools();
  const stdio: Endpoint = {
    over: "stdio",
    command: process.execPath,
    args: [subject.entry, ...subject.args],
    env: { PATH: process.env["PATH"] ?? "", ...home.env, ...subject.env, LOG_LEVEL: "error" },
    cwd: home.directory,
  };
  return {
    ...subject,
    endpoints: [stdio, { over: "http", url: server.url } as Endpoint],
    tools: tools.map(({ name }) => name),
    call: subject.smoke ?? readOnlyCall(tools),
    refused: tools.find(({ inputSchema }) => (inputSchema.required?.length ?? 0) > 0)?.name,
    offersResources: client.getServerCapabilities()?.resources !== undefined,
  };
}

type Published = {
  name: string;
  inputSchema: object;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
};

/** A tool that changes nothing, with the simplest arguments its schema allows. */
function readOnlyCall(tools: readonly Published[]): Subject["smoke"] {
  const tool = tools.find(({ annotations }) => annotations?.readOnlyHint) ?? tools[0];
  if (!tool) return undefined;
  const [input] = fc.sample(validValue(tool.inputSchema as JsonSchema), { seed: 1, numRuns: 1 });
  return { tool: tool.name, arguments: input as Record<string, unknown> };
}

const subjects = await Promise.all([fixture, ...findServers()].map(survey));
const cells = subjects.flatMap(({ endpoints, ...subject }) =>
  endpoints.map((endpoint) => ({ ...subject, endpoint, over: endpoint.over })),
);

describe.each(cells)("$name over $over", (cell) => {
  const { endpoint, over, smoke, refused } = cell;
  let connections: Map<ClientKind, InteropClient>;
  beforeAll(async () => {
    const connect = async (kind: ClientKind) => [kind, await kind.connect(endpoint)] as const;
    connections = new Map(await Promise.all(clientKinds.map(connect)));
  });
  afterAll(() => Promise.all([...connections.values()].map((client) => client.close())));
  const client = (kind: ClientKind) => connections.get(kind) as InteropClient;

  test.each(clientKinds)("$name lists the tools", async (kind) => {
    expect(await client(kind).toolNames()).toEqual(cell.tools);
  });

  test.each(clientKinds)("$name calls a tool", async (kind) => {
    const { tool = "", arguments: args = {} } = cell.call ?? {};
    const outcome = await client(kind).call(tool, args);
    expect(outcome.text).not.toBe("");
    if (smoke) expect(outcome).toEqual({ text: outcome.text, isError: false });
  });

  test.each(refused === undefined ? [] : clientKinds)("$name hears of bad input", async (kind) => {
    const outcome = await client(kind).call(String(refused), {});
    expect(outcome.isError).toBe(true);
    expect(outcome.text).not.toMatch(/\n\s+at /);
  });

  test.each(clientKinds)("$name is refused an unknown tool", async (kind) => {
    const outcome = client(kind).call("no_such_tool", {});
    await expect(outcome).rejects.toThrow(/no_such_tool/);
  });

  test.each(cell.offersResources ? clientKinds : [])("$name reads resources", async (kind) => {
    const [uri] = await client(kind).resourceUris();
    if (uri !== undefined) expect(await client(kind).read(uri)).not.toBe("");
    await expect(client(kind).read("nothing://here")).rejects.toThrow();
  });

  if (cell.name !== fixture.name) return;

  test.each(clientKinds)("$name gets exactly what the tool returned", async (kind) => {
    expect(await client(kind).call("echo", { text: "héllo\u2028 👋", times: 2 })).toEqual({
      text: JSON.stringify({ text: "héllo\u2028 👋héllo\u2028 👋" }),
      isError: false,
    });
    const failed = await client(kind).call("test_error_handling", {});
    expect(failed.text).toContain("This tool intentionally returns an error for testing.");
    expect(failed.isError).toBe(true);
    expect(await client(kind).read("test://template/7/data")).toContain("Data for ID: 7");
  });

  test.each(clientKinds.filter(({ reportsProgress }) => reportsProgress))(
    "$name sees progress",
    async (kind) => {
      let reports = 0;
      const onProgress = () => void (reports += 1);
      await client(kind).call("test_tool_with_progress", {}, { onProgress });
      expect(reports).toBe(3);
    },
  );

  test.each(clientKinds)("$name cancels and goes on", async (kind) => {
    const waits = async () => {
      const { text } = await client(kind).call("waits", {});
      return JSON.parse(text) as { begun: number; stopped: number };
    };
    const before = await waits();
    const cancel = new AbortController();
    const waiting = client(kind).call("wait", {}, { signal: cancel.signal });
    waiting.catch(() => undefined);
    await waitUntil(async () => (await waits()).begun > before.begun, {
      what: "the call to begin",
    });
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    if (kind.cancelsOver.includes(over))
      await waitUntil(async () => (await waits()).stopped > before.stopped, {
        what: "the tool to stop",
      });
    expect((await waits()).begun).toBe(before.begun + 1);
  });
});
