import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import {
  buildServerFixture,
  clientKinds,
  type ClientOf,
  type HttpServer,
  runProgram,
  startHttp,
  startRaw,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
});

type HttpAnswer = { status: number; body: string; headers: Record<string, unknown> };

/** Unlike fetch, node:http lets a test choose any Host. */
function send(
  { url }: HttpServer,
  headers: Record<string, string> = {},
  { method = "POST", body = INITIALIZE, path = "/mcp" } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      new URL(path, url),
      {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(method === "POST" ? body : undefined);
  });
}

describe.each(clientKinds)("a %s client over HTTP", (kind) => {
  test("lists, calls, gets errors and progress, and cancels", async () => {
    const server = await startHttp({ entry });
    const connection = await server.connect(kind);
    expect(await connection.listTools()).toHaveLength(6);
    expect(await connection.callOk("echo", { text: "hi", count: 2 })).toEqual({ text: "hihi" });
    expect(await connection.callError("refuse", { how: "coded" })).toMatchObject({
      structuredContent: { error: { code: "E-NO" } },
    });
    const cancel = new AbortController();
    const call = connection.call(
      "wait",
      { steps: 3 },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await expect(call).rejects.toThrow();
    expect(await connection.callOk("echo", { text: "on" })).toEqual({ text: "on" });
  });

  test("shares the data of the server, but not the server, with other clients", async () => {
    const server = await startHttp({ entry });
    const [one, other] = [await server.connect(kind), await server.connect(kind)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).callOk("increment", { name: "shared" }),
      ),
    );
    expect(await one.callOk("increment", { name: "shared" })).toEqual({ value: 21 });
  });
});

describe("folders that clients offer", () => {
  const offered = {
    capabilities: { roots: {} },
    configure(client: ClientOf<"2025">) {
      client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///project" }] }));
    },
  };

  test.each(["2025", "2026"] as const)("reach the tools from a local %s client", async (kind) => {
    const server = await startHttp({ entry });
    const connection = await server.connect(kind, offered);
    expect(await connection.callOk("client")).toEqual({ roots: ["file:///project"], said: null });
  });

  test.each(["2025", "2026"] as const)(
    "are not folders of this machine when a %s client shows a token",
    async (kind) => {
      const server = await startHttp({ entry, env: { MCP_HTTP_TOKEN: "a-long-token" } });
      const headers = { authorization: "Bearer a-long-token" };
      const connection = await server.connect(kind, { ...offered, headers });
      expect(await connection.callOk("client")).toEqual({ roots: null, said: null });
    },
  );
});

describe("the guard", () => {
  test("refuses foreign hosts and origins, and lets loopback in", async () => {
    const server = await startHttp({ entry });
    const statusOf = async (headers: Record<string, string>) =>
      (await send(server, headers)).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ host: `localhost:${server.url.port}` })).toBe(200);
    expect(await statusOf({ origin: "http://localhost:3000" })).toBe(200);
    expect(await statusOf({ host: "evil.example" })).toBe(403);
    expect(await statusOf({ host: `127.0.0.1.evil.example:${server.url.port}` })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({ origin: "null" })).toBe(403);
  });

  test("wants the token when there is one, and only the whole of it", async () => {
    const server = await startHttp({ entry, env: { MCP_HTTP_TOKEN: "a-long-token" } });
    const statusOf = async (authorization?: string) =>
      (await send(server, authorization === undefined ? {} : { authorization })).status;
    expect(await statusOf()).toBe(401);
    expect(await statusOf("Bearer a-long-toke")).toBe(401);
    expect(await statusOf("Bearer a-long-tokens")).toBe(401);
    expect(await statusOf("Bearer a-long-token")).toBe(200);
    expect(server.stderr()).not.toContain("a-long-token");
    const connection = await server.connect("2025", {
      headers: { authorization: "Bearer a-long-token" },
    });
    expect(await connection.callOk("echo", { text: "in" })).toEqual({ text: "in" });
  });

  test("beyond loopback the token counts and any host name goes, unless hosts are named", async () => {
    const env = { MCP_HTTP_TOKEN: "a-long-token" };
    const headers = { authorization: "Bearer a-long-token", host: "intranet.example" };
    const open = await startHttp({ entry, env, listen: "0.0.0.0:0" });
    expect((await send(open, headers)).status).toBe(200);
    expect((await send(open, { host: "intranet.example" })).status).toBe(401);
    expect((await send(open, { ...headers, origin: "https://evil.example" })).status).toBe(403);
    const named = await startHttp({
      entry,
      env,
      listen: "0.0.0.0:0",
      args: ["--http-allowed-hosts", "memory.example"],
    });
    expect((await send(named, headers)).status).toBe(403);
    expect((await send(named, { ...headers, host: "memory.example" })).status).toBe(200);
    expect((await send(named, {}, { method: "GET", path: "/healthz" })).status).toBe(200);
  });

  test("says so when headers are too long, in the form of every refusal", async () => {
    const server = await startHttp({ entry });
    const { status, body } = await send(server, { "mcp-method": "x".repeat(20_000) });
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32000 } });
    expect((await send(server)).status).toBe(200);
  });

  test("does not start beyond loopback without a token", async () => {
    const run = await runProgram({ entry, args: ["--http", "0.0.0.0:0"] });
    expect(run).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "fixture: Serving on 0.0.0.0 needs a bearer token: set MCP_HTTP_TOKEN, MCP_TOKENS_FILE or MCP_OAUTH_ISSUER, or bind 127.0.0.1.\n",
    });
  });

  test("says so when the port is taken", async () => {
    const server = await startHttp({ entry });
    const run = await runProgram({ entry, args: ["--http", server.url.host] });
    expect([run.code, run.stderr]).toEqual([
      2,
      `fixture: Cannot serve on 127.0.0.1:${server.url.port}: another program has this port. Choose another one.\n`,
    ]);
  });

  test("limits bodies, rates and paths, and answers what is not JSON", async () => {
    const server = await startHttp({
      entry,
      args: ["--max-input-bytes", "2048", "--http-rate-limit", "10"],
    });
    expect((await send(server, {}, { body: "x".repeat(4_096) })).status).toBe(413);
    const garbage = await send(server, {}, { body: "{" });
    expect([garbage.status, JSON.parse(garbage.body).error.code]).toEqual([400, -32_700]);
    expect((await send(server, {}, { path: "/other" })).status).toBe(404);
    const healthy = await send(server, {}, { method: "GET", path: "/healthz" });
    expect([healthy.status, JSON.parse(healthy.body)]).toEqual([
      200,
      { status: "ok", server: "fixture", version: "1.2.3" },
    ]);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await send(server)).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  });

  test("session ids cannot be guessed or left out", async () => {
    const server = await startHttp({ entry });
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect((await send(server, {}, { body: ping })).status).toBe(400);
    expect((await send(server, { "mcp-session-id": "1" }, { body: ping })).status).toBe(404);
    const opened = await send(server);
    const id = String(opened.headers["mcp-session-id"]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await send(server, { "mcp-session-id": id }, { body: ping })).status).toBe(200);
    expect((await send(server, { "mcp-session-id": id }, { method: "DELETE" })).status).toBe(200);
    expect((await send(server, { "mcp-session-id": id }, { body: ping })).status).toBe(404);
  });
});

describe("the end", () => {
  test("drains in less than two seconds with a call, a session and an idle socket open", async () => {
    const server = await startHttp({ entry });
    const connection = await server.connect("2025");
    const idle = connect(Number(server.url.port), "127.0.0.1");
    await new Promise((resolve) => idle.once("connect", resolve));
    const begun = new Promise<void>((resolve) => {
      void connection
        .call("wait", { steps: 1 }, { onprogress: () => resolve() })
        .catch(() => undefined);
    });
    await begun;
    const { code, ms } = await server.close();
    expect([code, ms < 2_000]).toEqual([0, true]);
    idle.destroy();
  });

  test("stdout stays empty in HTTP mode", async () => {
    const server = await startRaw({ entry, args: ["--http", "127.0.0.1:0"] });
    await server.kill("SIGTERM");
    expect([server.messages, server.violations]).toEqual([[], []]);
  });
});
