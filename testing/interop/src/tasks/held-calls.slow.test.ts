import { startServer, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import type { Endpoint, InteropClient } from "../clients/interop-client.ts";
import { findServers } from "../find-servers.mjs";
import { longCalls } from "../long-calls/long-calls.ts";

type Job = { job_id: string; status: string; partial?: Record<string, unknown> };

/** The servers whose vendors can be made to hold an answer back. */
const servers = findServers().filter(({ name }) => ["converse", "gan-audit"].includes(name));

describe.each(servers)("a call of $name that its vendor holds back", ({ name, entry, env }) => {
  async function begin(more: Record<string, string>, client: "1.x" | "2025") {
    const long = await longCalls[name]?.();
    if (!long) throw new Error(`Nothing is known of the long calls of ${name}.`);
    const server = await startServer({ entry, client, env: { ...env, ...long.env, ...more } });
    const reader = { resourceUris: async () => [] } as unknown as InteropClient;
    const held = await long.hold("long", reader, {} as Endpoint);
    return { server, long, held };
  }

  test("goes on as a job at the soft limit, and closes the vendor's connection when that is cancelled", async () => {
    const { server, long, held } = await begin({ MCP_SOFT_LIMIT_MS: "2000" }, "1.x");
    const answered = server.callOk<Job>(held.tool, held.arguments);
    await held.begun();
    const handle = await answered;
    expect(handle).toMatchObject({
      tool: held.tool,
      status: "working",
      next: { tool: "job", arguments: { action: "wait", job_id: handle.job_id } },
    });
    expect(await held.hasStopped()).toBe(false);
    const waited = await server.callOk<Job>("job", { job_id: handle.job_id, timeout_ms: 300 });
    expect(waited.status).toBe("working");
    const cancelled = await server.callOk<Job>("job", { action: "cancel", job_id: handle.job_id });
    expect(cancelled.status).toBe("cancelled");
    // The internal judge had judged the workspace before.
    if (name === "gan-audit") expect(cancelled.partial).toHaveProperty("judge_cards");
    await waitUntil(async () => (await held.hasStopped()) || undefined);
    await long.close();
  });

  test("keeps its client with a sign of life every ten seconds", async () => {
    const { server, long, held } = await begin({ MCP_SOFT_LIMIT_MS: "0" }, "2025");
    const heard: { progress: number; message: string | undefined }[] = [];
    const stop = new AbortController();
    const call = server.call(held.tool, held.arguments, {
      signal: stop.signal,
      onprogress: ({ progress, message }) => void heard.push({ progress, message }),
    });
    const ended = call.catch((error: unknown) => error);
    await waitUntil(
      () => heard.some(({ message = "" }) => / \(\d+ s\)$/.test(message)) || undefined,
      {
        timeoutMs: 30_000,
      },
    );
    stop.abort();
    expect(await ended).toBeInstanceOf(Error);
    const numbers = heard.map(({ progress }) => progress);
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
    await long.close();
  });
});
