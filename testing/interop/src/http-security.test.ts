import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { type HttpServer, startHttp, temporaryHome } from "@faculties/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";
import { fixtureSubject } from "./fixture-subject.ts";
import {
  initialize,
  mcpHeaders,
  ping,
  type RawRequest,
  sendBytes,
  sendRaw,
} from "./http/raw-http.ts";

const LIMIT = 65_536;
const TOKEN = "3f9c1e7a-long-enough-token";

// A real server where one is built.
const subject =
  findServers().find(({ name }) => name === "agent-memory") ?? (await fixtureSubject());

async function start(args: readonly string[], env: Record<string, string> = {}) {
  const { entry, args: own, env: ownEnv } = subject;
  const home = await temporaryHome();
  return startHttp({
    entry,
    home,
    args: [...own, "--log-level", "debug", "--max-input-bytes", String(LIMIT), ...args],
    env: { ...ownEnv, ...env },
  });
}

let open: HttpServer;
let guarded: HttpServer;
beforeAll(async () => {
  [open, guarded] = await Promise.all([
    start(["--http-rate-limit", "10000"]),
    start([], { MCP_HTTP_TOKEN: TOKEN }),
  ]);
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
});

function modernRequest(method: string, params: object = {}): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
}

const statusOf = async (request: RawRequest, server = open) =>
  (await sendRaw(server.url, request)).status;

/** The server still serves a client that does everything right. */
async function servesOthers(server = open, headers: Record<string, string> = {}): Promise<void> {
  const connection = await server.connect("2026", { headers });
  expect((await connection.listTools()).length).toBeGreaterThan(0);
  await connection.close();
}

async function openSession(server = open, more: RawRequest["headers"] = []): Promise<string> {
  const { headers } = await sendRaw(server.url, {
    body: initialize,
    headers: [...mcpHeaders, ...more],
  });
  return String(headers.get("mcp-session-id"));
}

describe("names that lead elsewhere", () => {
  test.each([
    "localhost.evil.example",
    "127.0.0.1.nip.example",
    "127.0.0.1@evil.example",
    "evil.example#127.0.0.1",
    "evil.example/127.0.0.1",
    "localhost evil.example",
    "localhost.",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "",
  ])("Host: %s is refused", async (host) => {
    const headers = [["host", host], ...mcpHeaders] as const;
    expect(await statusOf({ body: initialize, headers })).toBe(403);
  });

  test("forwarded names and absolute targets change nothing", async () => {
    const evil = [...mcpHeaders, ["host", "evil.example"]] as const;
    const forwarded = [...evil, ["x-forwarded-host", "localhost"]] as const;
    expect(await statusOf({ body: initialize, headers: forwarded })).toBe(403);
    const target = `http://${open.url.host}/mcp`;
    expect(await statusOf({ body: initialize, headers: evil, target })).toBe(403);
    expect(await statusOf({ body: initialize, target: "http://evil.example/mcp" })).toBe(404);
  });

  test("a request without any Host is refused", async () => {
    const head = mcpHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const rest = `${head}content-length: ${initialize.length}\r\n\r\n${initialize}`;
    expect((await sendBytes(open.url, [`POST /mcp HTTP/1.1\r\n${rest}`])).status).toBe(400);
    expect((await sendBytes(open.url, [`POST /mcp HTTP/1.0\r\n${rest}`])).status).toBe(403);
  });
});

describe("a foreign page", () => {
  const simple = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
  const disguised = ["text/plain; application/json", "application/json, text/plain", "text/json"];

  test.each([...simple, ...disguised, ""])("cannot post as %j", async (type) => {
    const headers = [["content-type", type], ...mcpHeaders.slice(1)] as const;
    expect(await statusOf({ body: initialize, headers })).toBe(415);
    const session = ["mcp-session-id", await openSession()] as const;
    expect(await statusOf({ body: ping, headers: [...headers, session] })).toBe(415);
  });

  test.each([
    "http://localhost.evil.example",
    "http://localhost@evil.example",
    "http://localhost http://evil.example",
    "localhost",
    "file://",
    "chrome-extension://abcdefgh",
  ])("is refused with Origin: %s", async (origin) => {
    const headers = [...mcpHeaders, ["origin", origin]] as const;
    expect(await statusOf({ body: initialize, headers })).toBe(403);
  });

  test("gets no permission from a preflight, and cannot read any answer", async () => {
    for (const origin of ["https://evil.example", "http://localhost:5173"]) {
      const asked = [
        ["origin", origin],
        ["access-control-request-method", "POST"],
      ] as const;
      const preflight = await sendRaw(open.url, { method: "OPTIONS", headers: asked });
      const posted = await sendRaw(open.url, {
        body: initialize,
        headers: [...mcpHeaders, ["origin", origin]],
      });
      const names = [...preflight.headers.keys(), ...posted.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(preflight.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("cannot run a tool of the 2026 era with a form", async () => {
    const call = modernRequest("tools/list");
    expect(await statusOf({ body: call, headers: [["content-type", "text/plain"]] })).toBe(415);
    expect(await statusOf({ body: call, headers: mcpHeaders })).toBe(400);
  });
});

describe("too much", () => {
  const chunked = [...mcpHeaders, ["transfer-encoding", "chunked"]] as const;
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  test("a length over the limit is refused before the body is waited for", async () => {
    const headers = [...mcpHeaders, ["content-length", "1000000000"]] as const;
    expect(await statusOf({ body: "{", headers, withLength: false })).toBe(413);
  });

  test.each([LIMIT + 1, 20_000_000])(
    "a body of %i bytes is answered, not cut off",
    async (size) => {
      const body = "x".repeat(size);
      expect(await statusOf({ body })).toBe(413);
      expect(
        await statusOf({ body: `${chunk(body)}0\r\n\r\n`, headers: chunked, withLength: false }),
      ).toBe(413);
    },
  );

  test("chunks within the limit are fine", async () => {
    const body = `${chunk(initialize.slice(0, 9))}${chunk(initialize.slice(9))}0\r\n\r\n`;
    expect(await statusOf({ body, headers: chunked, withLength: false })).toBe(200);
  });

  test("two lengths, or a length and chunks, are no request", async () => {
    const twice = [...mcpHeaders, ["content-length", "3"]] as const;
    expect(await statusOf({ body: initialize, headers: twice })).toBe(400);
    const smuggled = "0\r\n\r\nPOST /mcp HTTP/1.1\r\n\r\n";
    expect(await statusOf({ body: smuggled, headers: chunked })).toBe(400);
  });

  test("compressed bodies are not inflated", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const headers = [...mcpHeaders, ["content-encoding", "gzip"]] as const;
    expect([400, 415]).toContain(await statusOf({ body: bomb, headers }));
  });

  test("headers and targets have their limits, too", async () => {
    const long = [...mcpHeaders, ["x-long", "a".repeat(100_000)]] as const;
    const many = Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, "1"] as const);
    const target = `/${"a".repeat(20_000)}`;
    for (const request of [{ headers: long }, { headers: [...mcpHeaders, ...many] }, { target }])
      // Node answers 431 and closes, which can overtake the answer.
      expect([431, 0]).toContain(await statusOf({ body: initialize, ...request }));
  });

  test("a body that ends early costs its sender the connection and nobody else anything", async () => {
    const { url } = open;
    const head = `POST /mcp HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 500\r\n\r\n{`;
    await Promise.all(
      Array.from({ length: 20 }, async () => (await openSockets(url, 1, head))[0]?.destroy()),
    );
    await servesOthers();
    expect(open.stderr()).not.toMatch(/ error .*aborted/);
  });
});

describe("slow senders", () => {
  test("400 half-open requests do not keep a good client out", async () => {
    const { url } = open;
    const head = `POST /mcp HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n`;
    const sockets = [
      ...(await openSockets(url, 200, head)),
      ...(await openSockets(url, 100, `${head}content-length: 1000\r\n\r\n{`)),
      ...(await openSockets(url, 100, "")),
    ];
    const begin = performance.now();
    await servesOthers();
    expect(performance.now() - begin).toBeLessThan(2_000);
    for (const socket of sockets) socket.destroy();
  });

  test("more connections than there may be are turned away, and the rest recovers", async () => {
    const { url } = open;
    const sockets = await openSockets(url, 700, "POST /mcp HTTP/1.1\r\n");
    for (const socket of sockets) socket.destroy();
    await servesOthers();
  });
});

describe("a server with a token", () => {
  const withAuthorization = (...values: string[]) =>
    [...mcpHeaders, ...values.map((value) => ["authorization", value] as const)] as const;

  test.each([
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer  ${TOKEN}`,
    `Basic ${Buffer.from(`user:${TOKEN}`).toString("base64")}`,
    `Token ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN}, Bearer other`,
    `Bearer ${"a".repeat(8_000)}`,
    "Bearer undefined",
    "Bearer null",
  ])("refuses Authorization: %s", async (authorization) => {
    const headers = withAuthorization(authorization);
    const answer = await sendRaw(guarded.url, { body: initialize, headers });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(answer.body).not.toContain(TOKEN);
  });

  test("takes the token from nowhere else", async () => {
    const target = `/mcp?token=${TOKEN}&access_token=${TOKEN}`;
    const elsewhere = [
      ["cookie", `token=${TOKEN}`],
      ["x-api-key", TOKEN],
      ["proxy-authorization", `Bearer ${TOKEN}`],
    ] as const;
    const headers = [...mcpHeaders, ...elsewhere];
    expect(await statusOf({ body: initialize, target, headers }, guarded)).toBe(401);
    expect(guarded.stderr()).not.toContain(TOKEN);
  });

  test("does not reveal sessions, paths or methods to callers without a token", async () => {
    const session = await openSession(guarded, [["authorization", `Bearer ${TOKEN}`]]);
    expect(session).toMatch(/^[\da-f-]{36}$/);
    const known = [...mcpHeaders, ["mcp-session-id", session]] as const;
    expect(await statusOf({ body: ping, headers: known }, guarded)).toBe(401);
    expect(await statusOf({ method: "DELETE", headers: known }, guarded)).toBe(401);
    expect(await statusOf({ method: "GET", headers: known }, guarded)).toBe(401);
    expect(await statusOf({ method: "GET", target: "/nothing" }, guarded)).toBe(401);
    const allowed = [...known, ["authorization", `Bearer ${TOKEN}`]] as const;
    expect(await statusOf({ body: ping, headers: allowed }, guarded)).toBe(200);
  });

  test("slows down callers that guess", async () => {
    // So few that a busy machine is faster, too.
    const slow = await start(["--http-rate-limit", "10"], { MCP_HTTP_TOKEN: TOKEN });
    const guess = () =>
      statusOf({ body: ping, headers: withAuthorization(`Bearer ${randomUUID()}`) }, slow);
    const statuses = new Set<number>();
    // Fewer at a time than a server has connections for.
    for (let wave = 0; wave < 4; wave += 1)
      for (const status of await Promise.all(Array.from({ length: 200 }, guess)))
        statuses.add(status);
    expect([...statuses].toSorted()).toEqual([401, 429]);
  });
});

describe("sessions", () => {
  test.each([
    "__proto__",
    "constructor",
    "../session",
    "%00",
    "*",
    "",
    "00000000-0000-0000-0000-000000000000",
    "a".repeat(8_000),
  ])("%s is none", async (id) => {
    const headers = [...mcpHeaders, ["mcp-session-id", id]] as const;
    for (const method of ["POST", "GET", "DELETE"])
      expect(await statusOf({ method, body: method === "POST" ? ping : "", headers })).toBe(404);
  });

  test("cannot be guessed, chosen, joined or spelt in another way", async () => {
    const session = await openSession();
    const using = (id: string, body = ping) =>
      statusOf({ body, headers: [...mcpHeaders, ["mcp-session-id", id]] });
    expect(await using(session)).toBe(200);
    expect(await using(session.toUpperCase())).toBe(404);
    expect(await using(`${session}, ${session}`)).toBe(404);
    expect(await using(session.slice(0, -1))).toBe(404);
    expect(await using("11111111-1111-4111-8111-111111111111", initialize)).toBe(404);
    const guesses = await Promise.all(Array.from({ length: 200 }, () => using(randomUUID())));
    expect(new Set(guesses)).toEqual(new Set([404]));
    const ids = await Promise.all(Array.from({ length: 50 }, () => openSession()));
    expect(new Set(ids).size).toBe(50);
  });

  test("of one client are not ended or answered by another", async () => {
    const [mine, other] = [await openSession(), await openSession()];
    const ended = [...mcpHeaders, ["mcp-session-id", other]] as const;
    expect(await statusOf({ method: "DELETE", headers: ended })).toBe(200);
    const headers = [...mcpHeaders, ["mcp-session-id", mine]] as const;
    expect(await statusOf({ body: ping, headers })).toBe(200);
  });
});

describe("methods and paths", () => {
  test.each(["PUT", "PATCH", "HEAD", "TRACE", "PROPFIND"])("%s is not allowed", async (method) => {
    const answer = await sendRaw(open.url, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  });

  test.each(["FOO", "get", "PO ST", ""])("%j is no method", async (method) => {
    expect(await statusOf({ method })).toBe(400);
  });

  test("CONNECT and upgrades lead nowhere", async () => {
    expect([0, 400, 405]).toContain(await statusOf({ method: "CONNECT" }));
    const headers = [["upgrade", "websocket"]] as const;
    expect(await statusOf({ method: "GET", headers })).toBe(400);
    expect((await sendBytes(open.url, ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])).status).toBe(400);
  });

  test("a header cannot turn a request into another one", async () => {
    const session = await openSession();
    const headers = [...mcpHeaders, ["mcp-session-id", session]] as const;
    const overriding = [...headers, ["x-http-method-override", "DELETE"]] as const;
    expect(await statusOf({ body: ping, headers: overriding })).toBe(200);
    expect(await statusOf({ body: ping, headers })).toBe(200);
  });

  test.each([
    "/mcp/",
    "//mcp",
    "/./mcp",
    "/mcp/../mcp",
    "/healthz/../mcp",
    "/%6dcp",
    "/mcp%00",
    "/mcp;x",
    "/mcp#x",
    "/MCP",
    "/mcp\\",
    "/../../../../etc/passwd",
    "*",
    "/",
  ])("%s is not the endpoint", async (target) => {
    expect(await statusOf({ body: initialize, target })).toBe(404);
  });
});

describe("headers", () => {
  test.each([
    ["a bare line feed", "a\nmcp-session-id: x"],
    ["a bare carriage return", "a\rb"],
    ["a folded line", "a\r\n b"],
    ["a NUL", "a\0b"],
  ])("with %s are no request", async (_what, value) => {
    const headers = [...mcpHeaders, ["x-hostile", value]] as const;
    expect(await statusOf({ body: initialize, headers })).toBe(400);
  });

  test("are never given back as headers", async () => {
    const hostile = "2025-11-25%0d%0aset-cookie:%20a=b<script>";
    const session = await openSession();
    const headers = [
      ...mcpHeaders,
      ["mcp-session-id", session],
      ["mcp-protocol-version", hostile],
    ] as const;
    const answer = await sendRaw(open.url, { body: ping, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/json"]);
    expect([...answer.headers.keys()]).not.toContain("set-cookie");
  });

  test("that close the connection are obeyed", async () => {
    const { headers } = await sendRaw(open.url, { body: initialize });
    expect(headers.get("connection")).toBe("close");
  });
});

test("what a client sends cannot forge or colour the log", async () => {
  const forged = "\r\n00:00:00.000 error forged: \u001b[31mred\u001b]0;title\u0007\u009b2J";
  const connection = await open.connect("2025");
  const [tool] = await connection.listTools();
  await connection.call(String(tool?.name), { [forged]: forged }).catch(() => undefined);
  await connection.call(forged).catch(() => undefined);
  await statusOf({
    body: modernRequest("tools/call", { name: forged, arguments: {} }),
    headers: [
      ...mcpHeaders,
      ["mcp-protocol-version", "2026-07-28"],
      ["mcp-method", "tools/call"],
      ["mcp-name", "other"],
    ],
  });
  await servesOthers();
  expect(open.stderr()).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(open.stderr()).not.toMatch(/^00:00:00\.000 error forged/m);
});

test("nothing of all this was an error of the server", async () => {
  await servesOthers();
  await servesOthers(guarded, { authorization: `Bearer ${TOKEN}` });
  for (const server of [open, guarded])
    expect(server.stderr().match(/^\S+ error .*$/gm) ?? []).toEqual([]);
});

/** Connections that have sent `text` and then say nothing more. */
async function openSockets(url: URL, count: number, text: string): Promise<Socket[]> {
  const opening = Array.from({ length: count }, async () => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (text !== "" && !socket.destroyed)
      await new Promise((resolve) => socket.write(text, resolve));
    return socket;
  });
  return Promise.all(opening);
}
