import { expect, test } from "vitest";
import { createLogger } from "../observe/logger.ts";
import { CallsInFlight } from "../tools/calls-in-flight.ts";
import { TenantHandlers } from "./tenant-handlers.ts";
import type { HttpHandler } from "./handler.ts";

const log = createLogger({ name: "t", level: "silent", format: "pretty", redact: (text) => text });
const HALF_AN_HOUR = 30 * 60 * 1000;

function tenants(most = 2) {
  const events: string[] = [];
  const busy = new Set<string>();
  let time = 0;
  const open = ({ name, role }: { name: string; role?: string | undefined }): HttpHandler => {
    const label = [name, role].filter(Boolean).join("/");
    events.push(`open ${label}`);
    return {
      handle: async () => new Response(label),
      inFlight: new CallsInFlight(),
      readOnlyTools: new Set<string>(),
      isBusy: () => busy.has(label),
      sessions: () => 0,
      storagePending: async () => 0,
      disconnect: async () => undefined,
      close: async () => void events.push(`close ${label}`),
    };
  };
  const pool = new TenantHandlers({ open, most, log, now: () => time });
  const answer = async (name: string, role?: string) => {
    const lease = await pool.acquire({ name, role });
    if (!lease) return undefined;
    const response = await lease.handler.handle(new Request("http://localhost"), undefined, {
      gone: new AbortController().signal,
      key: "tenant",
      subject: undefined,
    });
    lease.release();
    lease.release();
    return response.text();
  };
  return { pool, events, busy, answer, pass: (ms: number) => (time += ms) };
}

test("every tenant and role has a handler of its own, opened once", async () => {
  const { pool, events, answer } = tenants(3);
  expect(await Promise.all([answer("red"), answer("red"), answer("red", "viewer")])).toEqual([
    "red",
    "red",
    "red/viewer",
  ]);
  expect(events).toEqual(["open red", "open red/viewer"]);
  expect(await pool.acquire(undefined)).toBeUndefined();
  await pool.close();
  expect(events.slice(2)).toEqual(["close red", "close red/viewer"]);
});

test("the one that was idle longest makes room; one in use never does", async () => {
  const { pool, events, busy, answer, pass } = tenants();
  await answer("red");
  pass(1);
  await answer("blue");
  pass(1);
  await answer("red");
  expect(await answer("green")).toBe("green");
  expect(events.slice(2)).toEqual(["close blue", "open green"]);

  const lease = await pool.acquire({ name: "red" });
  busy.add("green");
  expect(await answer("blue")).toBeUndefined();
  lease?.release();
  expect(await answer("blue")).toBe("blue");
  await pool.close();
});

test("idle ones are closed after half an hour, and opened again when asked for", async () => {
  const { pool, events, busy, answer, pass } = tenants();
  await answer("red");
  await answer("blue");
  busy.add("blue");
  pass(HALF_AN_HOUR - 1);
  pool.closeIdle();
  pass(1);
  pool.closeIdle();
  expect(await answer("red")).toBe("red");
  expect(events).toEqual(["open red", "open blue", "close red", "open red"]);
  await pool.close();
});
