import {
  buildServerFixture,
  type HttpServer,
  runProgram,
  startHttp,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { readMetrics } from "../fixtures/read-metrics.ts";
import { renderMetrics } from "./metrics.ts";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

async function scrape({ url }: HttpServer, headers: Record<string, string> = {}) {
  const response = await fetch(new URL("/metrics", url), { headers });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
}

test("counts calls by tool and outcome, their time, and what the process holds", async () => {
  const server = await startHttp({ entry, args: ["--metrics"] });
  const [first, second] = [await server.connect("2025"), await server.connect("2026")];
  await first.callOk("echo", { text: "sk-private" });
  await second.callOk("echo", { text: "more" });
  await first.callError("echo", { count: 99 });
  await first.callError("refuse", { how: "coded" });
  await second.callError("refuse", { how: "crash" });
  const stop = new AbortController();
  const waiting = new Promise<void>((resolve) => {
    const options = { signal: stop.signal, onprogress: () => resolve() };
    void first.call("wait", { steps: 1 }, options).catch(() => undefined);
  });
  await waiting;
  const { status, type, text } = await scrape(server);
  expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const during = readMetrics(text);
  expect(during.get("faculties_tool_calls_in_flight")).toBe(1);
  expect(during.get("faculties_http_sessions")).toBe(1);
  expect(during.get("faculties_contexts")).toBe(1);
  expect(during.get("faculties_storage_pending")).toBe(0);
  expect(during.get('faculties_build_info{server="fixture",version="1.2.3"}')).toBe(1);
  expect(during.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(during.get('faculties_http_responses_total{status="200"}')).toBeGreaterThan(4);

  stop.abort();
  await waitUntil(async () => (await scrape(server)).text.includes("cancelled"));
  const after = readMetrics((await scrape(server)).text);
  const calls = [...after].filter(([name]) => name.startsWith("faculties_tool_calls_total"));
  expect(Object.fromEntries(calls)).toEqual({
    'faculties_tool_calls_total{tool="echo",outcome="ok"}': 2,
    'faculties_tool_calls_total{tool="echo",outcome="refused"}': 1,
    'faculties_tool_calls_total{tool="refuse",outcome="refused"}': 1,
    'faculties_tool_calls_total{tool="refuse",outcome="failed"}': 1,
    'faculties_tool_calls_total{tool="wait",outcome="cancelled"}': 1,
  });
  expect(after.get('faculties_tool_call_duration_seconds_count{tool="echo"}')).toBe(3);
  expect(after.get("faculties_tool_calls_in_flight")).toBe(0);
  await expect(first.call("../../etc", {})).rejects.toThrow();
  expect((await scrape(server)).text).not.toMatch(/sk-private|etc/);
});

describe("who may read them", () => {
  test("this machine alone, but not through a proxy or a page, unless there is a token", async () => {
    const server = await startHttp({
      entry,
      args: ["--metrics"],
      env: { MCP_HTTP_TOKEN: "for-mcp" },
    });
    const statusOf = async (headers: Record<string, string>) =>
      (await scrape(server, headers)).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ "x-forwarded-for": "10.0.0.1" })).toBe(403);
    expect(await statusOf({ forwarded: "for=10.0.0.1" })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
  });

  test("only its holder reads them when they have a token of their own", async () => {
    const server = await startHttp({
      entry,
      args: ["--metrics"],
      env: { MCP_METRICS_TOKEN: "for-metrics", MCP_HTTP_TOKEN: "for-mcp" },
    });
    const statusOf = async (token: string) =>
      (await scrape(server, { authorization: `Bearer ${token}` })).status;
    expect((await scrape(server)).status).toBe(401);
    expect(await statusOf("for-mcp")).toBe(401);
    expect(await statusOf("for-metrics")).toBe(200);
    const calls = await fetch(server.url, {
      method: "POST",
      headers: { authorization: "Bearer for-metrics", "content-type": "application/json" },
      body: "{}",
    });
    expect(calls.status).toBe(401);
  });

  test("nobody unless they are switched on, and only over HTTP", async () => {
    const server = await startHttp({ entry });
    expect((await scrape(server)).status).toBe(404);
    expect(await runProgram({ entry, args: ["--metrics"] })).toMatchObject({
      code: 2,
      stderr: "fixture: --metrics needs --http.\n",
    });
  });
});

test("what is in a label cannot leave it", () => {
  const text = renderMetrics([
    {
      name: "a_total",
      type: "counter",
      help: "A.",
      samples: [{ labels: { tool: 'a"b\\c\nd' }, value: 1 }],
    },
  ]);
  expect([...readMetrics(text)]).toEqual([['a_total{tool="a\\"b\\\\c\\nd"}', 1]]);
});
