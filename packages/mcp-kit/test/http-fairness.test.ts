import { once } from "node:events";
import { join } from "node:path";
import {
  buildServerFixture,
  type HttpServer,
  startHttp,
  temporaryDirectory,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import {
  LISTEN,
  modernRequest,
  openRaw,
  post,
  type RawConnection,
} from "../src/fixtures/raw-http.ts";
import { readMetrics } from "../src/fixtures/read-metrics.ts";
import { hashToken } from "../src/http/caller.ts";
import { editTokens } from "../src/tenancy/run-token.ts";

const TENANTS = ["greedy", "second", "third", "fourth", "fifth", "modest"];
const MIB = 1024 * 1024;

let entry: string;
let file: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../src/fixtures/fixture-app.ts", import.meta.url));
  file = join(await temporaryDirectory(), "tokens.json");
  for (const name of TENANTS) {
    const hash = hashToken(`token-of-${name}`).toString("hex");
    await editTokens(file, [], (known) => ({ ...known, [hash]: { name } }));
  }
});

const bearer = (tenant: string) => ({ authorization: `Bearer token-of-${tenant}` });

function start(...args: string[]): Promise<HttpServer> {
  return startHttp({
    entry,
    env: { MCP_TOKENS_FILE: file },
    args: ["--metrics", "--http-rate-limit", "100000", ...args],
  });
}

async function metricsOf({ url }: HttpServer): Promise<(name: string) => number> {
  const text = await (await fetch(new URL("/metrics", url))).text();
  const samples = readMetrics(text);
  return (name) => samples.get(name) ?? 0;
}

/** Fails unless a call of this tenant and the health check are answered, each on a new connection. */
async function expectAnswers({ url }: HttpServer, tenant = "modest"): Promise<void> {
  const { headers, body } = modernRequest("tools/call", { name: "echo", arguments: { text: "a" } });
  const close = { connection: "close" };
  const called = await openRaw(url, post({ ...headers, ...bearer(tenant), ...close }, body));
  expect(await called.status).toBe(200);
  await once(called.socket, "close");
  expect(called.received()).toContain('"text":"a"');
  const healthy = await openRaw(url, "GET /healthz HTTP/1.1\r\nhost: 10.0.0.9\r\n\r\n");
  expect(await healthy.status).toBe(200);
  healthy.socket.destroy();
}

const openMany = (url: URL, count: number, text: string): Promise<RawConnection[]> =>
  Promise.all(Array.from({ length: count }, () => openRaw(url, text)));

async function statuses(connections: readonly RawConnection[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(connections.map((connection) => connection.status)))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("one greedy tenant", () => {
  test("gets a share of the streams, and the others and the health check are answered", async () => {
    const server = await start();
    const listen = post({ ...LISTEN.headers, ...bearer("greedy") }, LISTEN.body);
    const streams = await openMany(server.url, 600, listen);
    expect(await statuses(streams)).toEqual({ 200: 96, 429: 504 });
    await expectAnswers(server);
    // A caller with all the streams that it may have can still make calls.
    await expectAnswers(server, "greedy");

    const refused = streams.find(({ received }) => received().startsWith("HTTP/1.1 429"));
    const [head = "", body = ""] = refused?.received().split("\r\n\r\n") ?? [];
    expect(head.toLowerCase()).toContain("retry-after: 1");
    expect(JSON.parse(/\{.*\}/.exec(body)?.[0] ?? "")).toMatchObject({
      jsonrpc: "2.0",
      error: { message: expect.stringContaining("as many streams open as one caller may have") },
    });
    const metrics = await metricsOf(server);
    const refusals = ["streams", "requests"].map((reason) =>
      metrics(`faculties_http_refusals_total{reason="${reason}"}`),
    );
    expect(refusals.reduce((sum, count) => sum + count)).toBe(504);
    expect(metrics("faculties_http_streams_open")).toBe(96);
    for (const { socket } of streams) socket.destroy();
    await waitUntil(async () => (await metricsOf(server))("faculties_http_requests_open") === 0);
    const again = await openRaw(server.url, listen);
    expect(await again.status).toBe(200);
  });

  test("gets a share of the calls under way", async () => {
    const server = await start();
    const { headers, body } = modernRequest("tools/call", { name: "wait", arguments: {} });
    const calls = await openMany(server.url, 200, post({ ...headers, ...bearer("greedy") }, body));
    const isRefused = ({ received }: RawConnection) => received().startsWith("HTTP/1.1 429");
    await waitUntil(() => calls.filter(isRefused).length === 200 - 128);
    await waitUntil(
      async () => (await metricsOf(server))("faculties_tool_calls_in_flight") === 128,
    );
    await expectAnswers(server);
  });

  test("cannot fill the memory with bodies that it does not finish", async () => {
    const server = await start();
    const before = (await metricsOf(server))("process_resident_memory_bytes");
    const headers = { "content-type": "application/json", ...bearer("greedy") };
    const bodies = await openMany(server.url, 100, post(headers, "", 16 * MIB));
    const piece = Buffer.alloc(4 * MIB, 32);
    for (const { socket } of bodies) socket.write(piece);
    // Eight of them fit into the share; one that stands still for long gives way to another.
    await waitUntil(async () => {
      const metrics = await metricsOf(server);
      const refused = ["body-memory", "body-slow"].map((reason) =>
        metrics(`faculties_http_refusals_total{reason="${reason}"}`),
      );
      return refused.reduce((sum, count) => sum + count) >= 92;
    });
    await expectAnswers(server);
    const metrics = await metricsOf(server);
    expect(metrics("faculties_http_body_bytes")).toBeLessThanOrEqual(32 * MIB);
    expect(metrics("process_resident_memory_bytes") - before).toBeLessThan(100e6);
    for (const { socket } of bodies) socket.destroy();
    await waitUntil(async () => (await metricsOf(server))("faculties_http_body_bytes") === 0);
  });

  test("nor keep the processor busy with bodies that come a byte at a time", async () => {
    const server = await start();
    const before = (await metricsOf(server))("process_resident_memory_bytes");
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: ${bearer("greedy").authorization}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const bodies = await openMany(server.url, 20, head);
    const bytes = "1\r\n \r\n".repeat(100_000);
    for (const { socket } of bodies) socket.write(bytes);
    expect(await statuses(bodies)).toEqual({ 400: 20 });
    expect(bodies[0]?.received()).toContain("Send it in larger ones.");
    await expectAnswers(server);
    expect((await metricsOf(server))("process_resident_memory_bytes") - before).toBeLessThan(100e6);
  });
});

test("several greedy tenants together leave room for the others", async () => {
  const server = await start("--http-connections", "64");
  const { headers, body } = modernRequest("tools/call", { name: "wait", arguments: {} });
  const calls: RawConnection[] = [];
  for (const tenant of TENANTS.slice(0, 5))
    calls.push(...(await openMany(server.url, 20, post({ ...headers, ...bearer(tenant) }, body))));
  const isOver = ({ socket, received }: RawConnection) => socket.destroyed || received() !== "";
  const answered = () => calls.filter(isOver).length;
  await waitUntil(async () => {
    const open = (await metricsOf(server))("faculties_tool_calls_in_flight");
    return open + answered() === calls.length;
  });
  await expectAnswers(server);
});

describe("connections on which nothing is sent", () => {
  test("give way to new ones, the longest silent one first", async () => {
    const server = await start();
    const kept = await openRaw(
      server.url,
      post({ ...LISTEN.headers, ...bearer("modest") }, LISTEN.body),
    );
    expect(await kept.status).toBe(200);
    for (let round = 0; round < 5; round += 1) {
      await openMany(server.url, 300, round % 2 === 0 ? "" : "POST /mcp HTTP/1.1\r\nhost: loc");
      await expectAnswers(server);
    }
    const metrics = await metricsOf(server);
    expect(metrics("faculties_http_connections")).toBeLessThanOrEqual(576);
    expect(
      metrics('faculties_http_refusals_total{reason="silent-connection"}'),
    ).toBeGreaterThanOrEqual(900);
    expect(kept.socket.destroyed).toBe(false);
    // However many were refused, the log has a line for the first, and at most one every ten seconds.
    expect(server.stderr().match(/HTTP requests were refused/g)?.length).toBeLessThan(7);
  });

  test("and many that connect at once are all answered", async () => {
    const server = await start("--http-connections", "64");
    const call = modernRequest("tools/call", { name: "echo", arguments: {} });
    const text = post({ ...call.headers, ...bearer("modest"), connection: "close" }, call.body);
    const burst = await openMany(server.url, 16, text);
    expect(await statuses(burst)).toEqual({ 200: 16 });
  });
});

test("an address that opens session after session ends its own, not those of another", async () => {
  const server = await startHttp({
    entry,
    args: ["--http-trusted-proxies", "127.0.0.1", "--http-rate-limit", "100000"],
  });
  const send = (address: string, message: object, session = {}) =>
    fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-forwarded-for": address,
        ...session,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  const open = async (address: string) => {
    const opened = await send(address, { method: "initialize", params });
    await opened.text();
    return { "mcp-session-id": String(opened.headers.get("mcp-session-id")) };
  };
  const modest = await open("192.0.2.1");
  const first = await open("192.0.2.2");
  for (let count = 0; count < 300; count += 1) await open("192.0.2.2");
  const ping = { method: "ping" };
  expect((await send("192.0.2.1", ping, modest)).status).toBe(200);
  expect((await send("192.0.2.2", ping, first)).status).toBe(404);
});
