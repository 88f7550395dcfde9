import { buildServerFixture, type HttpServer, runProgram, startHttp } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { modernRequest, openRaw } from "../fixtures/raw-http.ts";
import { createRateLimiter } from "./guard.ts";

let entry: string;
let server: HttpServer;
const TOKEN = { MCP_HTTP_TOKEN: "a-long-token" };
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

const CALL = modernRequest("tools/call", { name: "echo", arguments: { text: "a" } });

/** Sends exactly these lines, whatever HTTP says about them. */
async function statusOf(
  lines: readonly string[],
  { url }: HttpServer = server,
  first = "POST /mcp HTTP/1.1",
): Promise<number> {
  const own = Object.entries(CALL.headers).map(([name, value]) => `${name}: ${value}`);
  const body = first.startsWith("POST") ? CALL.body : "";
  const head = [first, ...own, `content-length: ${body.length}`, ...lines].join("\r\n");
  const connection = await openRaw(url, `${head}\r\n\r\n${body}`);
  const status = await connection.status;
  connection.socket.destroy();
  return status;
}

describe("headers that two readers could understand in two ways", () => {
  beforeAll(async () => {
    server = await startHttp({ entry });
  });

  test.each([
    [["host: localhost"], 200],
    [["host: 127.0.0.1:80"], 200],
    [["host: [::1]:80"], 200],
    [["host: localhost", "content-encoding: identity"], 200],
    [["host: localhost", "host: localhost"], 400],
    [["host: localhost", "host: evil.example"], 400],
    [["host: evil@localhost"], 403],
    [["host: localhost#x"], 403],
    [["host: localhost/x"], 403],
    [["host: localhost?x"], 403],
    [["host: localhost\\x"], 403],
    [["host: localhost evil.example"], 403],
    [["host: localhost:80:80"], 403],
    [["host:"], 403],
    [["host: localhost", "authorization: Bearer a", "authorization: Bearer b"], 400],
    [["host: localhost", "origin:"], 403],
    [["host: localhost", "origin: http://localhost", "origin: http://localhost"], 403],
    [["host: localhost", "content-encoding: gzip"], 415],
    [["host: localhost", "content-encoding: identity, gzip"], 415],
  ])("%j is answered %i", async (lines, status) => {
    expect(await statusOf(lines)).toBe(status);
  });

  test("are refused beyond loopback too, where any name goes", async () => {
    const open = await startHttp({ entry, env: TOKEN, listen: "0.0.0.0:0" });
    const token = "authorization: Bearer a-long-token";
    expect(await statusOf([token, "host: any.example"], open)).toBe(200);
    expect(await statusOf([token, "host: evil@any.example"], open)).toBe(403);
    expect(await statusOf([token, "host: any.example", "host: any.example"], open)).toBe(400);
  });

  test("keep no balancer from the health check, which asks by any name or none", async () => {
    const health = "GET /healthz HTTP/1.1";
    expect(await statusOf(["host: 10.0.0.11:8081"], server, health)).toBe(200);
    expect(await statusOf(["host: memory.example"], server, health)).toBe(200);
    expect(await statusOf([], server, "GET /healthz HTTP/1.0")).toBe(200);
    expect(await statusOf(["host: a", "host: b"], server, health)).toBe(400);
    expect(await statusOf(["host: a/b"], server, health)).toBe(403);
  });
});

describe("addresses", () => {
  const args = ["--http-rate-limit", "1"];
  const many = (lines: (number: number) => string, at: HttpServer) =>
    Promise.all(
      Array.from({ length: 30 }, (_, number) => statusOf(["host: localhost", lines(number)], at)),
    );

  test("requests without a token use up nothing of those that have it", async () => {
    const guarded = await startHttp({ entry, env: TOKEN, args });
    expect(await many(() => "authorization: Bearer wrong", guarded)).toContain(429);
    const right = ["host: localhost", "authorization: Bearer a-long-token"];
    expect(await statusOf(right, guarded)).toBe(200);
  });

  test("are taken from X-Forwarded-For where the proxy is trusted, and only what that proxy has added", async () => {
    const trusted = ["--http-trusted-proxies", "127.0.0.0/8,10.0.0.1"];
    const behind = await startHttp({ entry, args: [...args, ...trusted] });
    const each = await many((number) => `x-forwarded-for: 192.0.2.${number}`, behind);
    expect(new Set(each)).toEqual(new Set([200]));
    // An entry that the client itself has put in front does not make it another client.
    const forged = (number: number) => `x-forwarded-for: 192.0.2.${number}, 192.0.2.99, 10.0.0.1`;
    expect(await many(forged, behind)).toContain(429);
  });

  test("are those of the connections otherwise", async () => {
    const direct = await startHttp({ entry, args });
    expect(await many((number) => `x-forwarded-for: 192.0.2.${number}`, direct)).toContain(429);
  });

  test("that are none stop the server at its start", async () => {
    const bad = ["--http", "127.0.0.1:0", "--http-trusted-proxies", "proxy.example"];
    expect(await runProgram({ entry, args: bad })).toMatchObject({
      code: 2,
      stderr:
        'fixture: --http-trusted-proxies: "proxy.example" is neither an address nor a subnet such as 10.0.0.0/8.\n',
    });
  });
});

test("allows a burst of twice the rate, then the rate itself, for each key apart", () => {
  let time = 0;
  const { admits: allow } = createRateLimiter(10, () => time);
  const allowed = (key: string, tries: number) =>
    Array.from({ length: tries }, () => allow(key)).filter(Boolean).length;

  expect(allowed("a", 50)).toBe(20);
  expect(allowed("b", 50)).toBe(20);
  time += 1_000;
  expect(allowed("a", 50)).toBe(10);
});

test("many new keys do not give a busy one a new burst", () => {
  const { admits: allow } = createRateLimiter(1, () => 0);
  expect([allow("a"), allow("a"), allow("a")]).toEqual([true, true, false]);
  for (let number = 0; number < 30_000; number += 1) {
    allow(`key ${number}`);
    if (number % 1_000 === 0) expect(allow("a")).toBe(false);
  }
});

test("what a request costs beyond itself is paid off before the next, within ten seconds", () => {
  let time = 0;
  const { admits, charge } = createRateLimiter(10, () => time);
  expect(admits("a")).toBe(true);
  charge("a", 10_000);
  expect(admits("a")).toBe(false);
  expect(admits("b")).toBe(true);
  time += 10_000;
  expect(admits("a")).toBe(false);
  time += 100;
  expect(admits("a")).toBe(true);
});
