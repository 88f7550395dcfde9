import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resultText, startServer, temporaryDirectory, waitUntil } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import type { Subject } from "../find-servers.mjs";
import { fixtureSubject } from "../fixture-subject.ts";

type Handle = {
  job_id: string;
  status: string;
  message?: string;
  partial?: { counted: number[] };
  result?: { message: string };
  next?: { tool: string; arguments: Record<string, unknown> };
};

let subject: Subject;
beforeAll(async () => {
  subject = await fixtureSubject();
});
const start = (client: "2025" | "2026" | "1.x" = "2025", env: Record<string, string> = {}) =>
  startServer({ entry: subject.entry, client, env: { MCP_SOFT_LIMIT_MS: "300", ...env } });

describe.each(["2025", "2026", "1.x"] as const)("a %s client without tasks", (kind) => {
  test("gets a handle at the soft limit, and the rest from the tool that the handle names", async () => {
    const { call, callOk } = await start(kind);
    const answer = await call("slow_compute", { seconds: 1.5, label: "count" });
    const handle = answer.structuredContent as Handle;
    expect(answer.isError).toBeFalsy();
    expect(handle).toMatchObject({ tool: "slow_compute", status: "working" });
    expect(handle.partial?.counted[0]).toBe(1);
    expect(handle.message).toMatch(/^count: \d of 15$/);
    expect(resultText(answer)).toContain(
      `It goes on as job ${handle.job_id}. Call job with {"action":"wait","job_id":"${handle.job_id}"} to wait for the rest; do not call slow_compute again.`,
    );
    const next = handle.next ?? { tool: "", arguments: {} };
    const done = await callOk<Handle>(next.tool, next.arguments);
    expect(done).toMatchObject({ status: "completed", result: { message: "count took 1.5 s" } });
    expect(done.partial).toBeUndefined();
  });
});

test("a call that ends in time is answered as if there were no limit, and leaves no job", async () => {
  const { callOk } = await start();
  expect(await callOk("slow_compute", { seconds: 0.1, label: "count" })).toEqual({
    message: "count took 0.1 s",
  });
  expect(await callOk("job", { action: "list" })).toEqual({ jobs: [] });
});

test("a wait that takes too long says what there is and what to call, and a job is cancelled with what it had", async () => {
  const { callOk, callError } = await start();
  const { job_id } = await callOk<Handle>("slow_compute", { seconds: 60, label: "count" });
  const messages: (string | undefined)[] = [];
  const waited = await callOk<Handle>(
    "job",
    { job_id, timeout_ms: 700 },
    { onprogress: ({ message }) => void messages.push(message) },
  );
  expect(waited).toMatchObject({ status: "working", next: { arguments: { job_id } } });
  expect(messages.length).toBeLessThan(4);
  const cancelled = await callOk<Handle>("job", { action: "cancel", job_id });
  expect(cancelled).toMatchObject({ status: "cancelled", message: "Cancelled." });
  expect(cancelled.partial?.counted.length).toBeGreaterThan(8);
  expect(await callOk("job", { action: "result", job_id })).toEqual(cancelled);
  expect(await callOk("job", { action: "list" })).toMatchObject({
    jobs: [{ job_id, tool: "slow_compute", status: "cancelled" }],
  });
  expect(resultText(await callError("job", { job_id: "guessed" }))).toBe(
    'JOB_NOT_FOUND: There is no such job, or it has expired. {"action":"list"} shows the latest jobs.',
  );
  expect(resultText(await callError("job", {}))).toContain("JOB_ID_MISSING");
});

test("what a cancelled call had finished is kept, and its work stops", async () => {
  const journal = join(await temporaryDirectory(), "journal");
  const { call, callOk } = await start("2025", { JOURNAL: journal, MCP_SOFT_LIMIT_MS: "0" });
  const stop = new AbortController();
  const cancelled = call(
    "slow_compute",
    { seconds: 60, label: "count" },
    {
      signal: stop.signal,
      onprogress: ({ progress }) => progress >= 3 && stop.abort(),
    },
  );
  await expect(cancelled).rejects.toThrow();
  const [job] = await waitUntil(async () => {
    const { jobs } = await callOk<{ jobs: Handle[] }>("job", { action: "list" });
    return jobs.length > 0 ? jobs : undefined;
  });
  const kept = await callOk<Handle>("job", { action: "result", job_id: job?.job_id });
  expect(kept).toMatchObject({ status: "cancelled", message: "The client cancelled the call." });
  expect(kept.partial?.counted.slice(0, 3)).toEqual([1, 2, 3]);
  expect(readFileSync(journal, "utf8")).toBe("begun count\n");
});

test("the tool job is listed with long tools alone, and never without them", async () => {
  const listed = async (args: string[]) => {
    const { listTools } = await startServer({ entry: subject.entry, args });
    return (await listTools()).map(({ name }) => name);
  };
  expect(await listed(["--tools", "slow_compute"])).toEqual(["job", "slow_compute"]);
  expect(await listed(["--tools", "greet"])).toEqual(["greet"]);
});

test("a published output schema allows the handle, too", async () => {
  const server = await startServer({
    entry: subject.entry,
    args: ["--output-schemas"],
    env: { MCP_SOFT_LIMIT_MS: "200" },
  });
  const tools = await server.listTools();
  expect(tools.find(({ name }) => name === "slow_compute")?.outputSchema).toMatchObject({
    type: "object",
    anyOf: [{ required: ["message"] }, { required: ["job_id", "status", "next"] }],
  });
  const handle = await server.callOk<Handle>("slow_compute", { seconds: 0.6, label: "count" });
  const done = await server.callOk<Handle>("job", { job_id: handle.job_id });
  expect(done.status).toBe("completed");
});
