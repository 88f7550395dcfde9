import { expect, test } from "vitest";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { HttpEndpoint } from "./http-endpoint.ts";
import { createLogger } from "./logger.ts";
import { TenantEndpoints } from "./tenant-endpoints.ts";

const log = createLogger({ name: "t", level: "silent", format: "pretty", redact: (text) => text });
const HALF_AN_HOUR = 30 * 60 * 1000;

function tenants(most = 2) {
  const events: string[] = [];
  const busy = new Set<string>();
  let time = 0;
  const open = ({ name, role }: { name: string; role?: string | undefined }): HttpEndpoint => {
    const label = [name, role].filter(Boolean).join("/");
    events.push(`open ${label}`);
    return {
      handle: async () => new Response(label),
      inFlight: new CallsInFlight(),
      isBusy: () => busy.has(label),
      sessions: () => 0,
      storagePending: async () => 0,
      disconnect: async () => undefined,
      close: async () => void events.push(`close ${label}`),
    };
  };
  const endpoints = new TenantEndpoints({ open, most, log, now: () => time });
  const answer = async (name: string, role?: string) => {
    const lease = await endpoints.acquire({ name, role });
    if (!lease) return undefined;
    const response = await lease.endpoint.handle(new Request("http://localhost"), undefined, {
      gone: new AbortController().signal,
      key: "tenant",
    });
    lease.release();
    lease.release();
    return response.text();
  };
  return { endpoints, events, busy, answer, pass: (ms: number) => (time += ms) };
}

test("every tenant and role has an endpoint of its own, opened once", async () => {
  const { endpoints, events, answer } = tenants(3);
  expect(await Promise.all([answer("red"), answer("red"), answer("red", "viewer")])).toEqual([
    "red",
    "red",
    "red/viewer",
  ]);
  expect(events).toEqual(["open red", "open red/viewer"]);
  expect(await endpoints.acquire(undefined)).toBeUndefined();
  await endpoints.close();
  expect(events.slice(2)).toEqual(["close red", "close red/viewer"]);
});

test("the one that was idle longest makes room; one in use never does", async () => {
  const { endpoints, events, busy, answer, pass } = tenants();
  await answer("red");
  pass(1);
  await answer("blue");
  pass(1);
  await answer("red");
  expect(await answer("green")).toBe("green");
  expect(events.slice(2)).toEqual(["close blue", "open green"]);

  const lease = await endpoints.acquire({ name: "red" });
  busy.add("green");
  expect(await answer("blue")).toBeUndefined();
  lease?.release();
  expect(await answer("blue")).toBe("blue");
  await endpoints.close();
});

test("idle ones are closed after half an hour, and opened again when asked for", async () => {
  const { endpoints, events, busy, answer, pass } = tenants();
  await answer("red");
  await answer("blue");
  busy.add("blue");
  pass(HALF_AN_HOUR - 1);
  endpoints.closeIdle();
  pass(1);
  endpoints.closeIdle();
  expect(await answer("red")).toBe("red");
  expect(events).toEqual(["open red", "open blue", "close red", "open red"]);
  await endpoints.close();
});
