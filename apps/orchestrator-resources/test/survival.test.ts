import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanJoinOutput } from "@faculties/schemas/orchestrator-resources/plan-join";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { type TestServer, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, errorOf, everything, start } from "./support/start.ts";
import { createGraph, IDLE, joinRun, scriptNode, startRun, watchAll } from "./support/work.ts";

const BRISK = [...everything, "--heartbeat-interval-ms", "250", "--kill-grace-ms", "100"];

/** Writes its name into a file when it begins and when it ends, so that a test can count both. */
function noted(file: string, name: string, ms: number, more: Record<string, unknown> = {}) {
  const note = (what: string) =>
    `require("node:fs").appendFileSync(${JSON.stringify(file)}, "${what} ${name}\\n");`;
  const text = `${note("begin")} setTimeout(() => { ${note("end")} console.log(${JSON.stringify(name)}) }, ${ms})`;
  return { id: name, attributes: scriptNode(text, more) };
}

function notes(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

const endsOf = (file: string) => notes(file).filter((line) => line.startsWith("end "));

async function eventsOf(server: TestServer<"2025">, runId: string): Promise<ResourceRunEvent[]> {
  return watchAll<ResourceRunEvent>(server, `sc://runs/${runId}/events`);
}

async function status(server: TestServer<"2025">, run_id: string): Promise<RunSnapshot> {
  return server.callOk<RunSnapshot>("plan_status", { run_id, include_nodes: true });
}

/** A chain in which each node reads what the one before it wrote. */
async function startChain(server: TestServer<"2025">, file: string, length: number, ms = 40) {
  const nodes = Array.from({ length }, (_, index) => noted(file, `n${index}`, ms));
  const edges = nodes.slice(1).map(({ id }, index): [string, string] => [`n${index}`, id]);
  await createGraph(server, "chain", nodes, edges);
  return (await startRun(server, "chain")).run_id;
}

describe("a run whose server is killed", () => {
  test("is continued by the server that is started next, twice in a row, and keeps what succeeded", async () => {
    const first = await start(BRISK);
    const file = join(first.home.directory, "notes");
    const runId = await startChain(first, file, 12);
    await waitUntil(() => endsOf(file).length >= 3, { what: "three nodes" });
    await first.kill("SIGKILL");
    const second = await start(BRISK, { home: first.home });
    await second.callOk("plan_list", {});
    await waitUntil(() => endsOf(file).length >= 7, { what: "seven nodes" });
    await second.kill("SIGKILL");
    const third = await start(BRISK, { home: first.home });
    const run = await joinRun(third, runId);
    expect(run).toMatchObject({ state: "succeeded", progress: { succeeded: 12 } });
    const taken = (await eventsOf(third, runId)).filter(
      ({ payload }) => (payload as { message?: string }).message === "taken over",
    );
    expect(taken.map(({ payload }) => (payload as { epoch: number }).epoch)).toEqual([2, 3]);
    // A node that was killed ran again; all others once, and each in its turn.
    expect(new Set(endsOf(file)).size).toBe(12);
    const lost = (run.nodes ?? []).reduce((sum, node) => sum + (node.lost_tries ?? 0), 0);
    expect(lost).toBeLessThanOrEqual(2);
    expect(notes(file).filter((line) => line.startsWith("begin")).length).toBeLessThanOrEqual(
      12 + 2,
    );
  });

  test("is continued by another server that is there", async () => {
    const dying = await start(BRISK);
    const living = await start(BRISK, { home: dying.home });
    await living.callOk("plan_list", {});
    const file = join(dying.home.directory, "notes");
    const nodes = Array.from({ length: 20 }, (_, index) => noted(file, `n${index}`, 60));
    await createGraph(dying, "wide", nodes);
    const { run_id } = await startRun(dying, "wide", { max_parallel: 3 });
    await waitUntil(() => endsOf(file).length >= 4, { what: "four nodes" });
    await dying.kill("SIGKILL");
    expect(await joinRun(living, run_id)).toMatchObject({
      state: "succeeded",
      progress: { succeeded: 20 },
    });
    expect(new Set(endsOf(file)).size).toBe(20);
  });

  test("goes on in the middle of a wait, a retry delay, a nested graph, a map and a question", async () => {
    const first = await start(BRISK);
    const file = join(first.home.directory, "notes");
    const again = join(first.home.directory, "again");
    const failsOnce = `const fs = require("node:fs"); if (!fs.existsSync(${JSON.stringify(again)})) { fs.writeFileSync(${JSON.stringify(again)}, ""); process.exit(3) }`;
    await createGraph(
      first,
      "inner",
      [
        noted(file, "x", 20),
        { id: "pause", attributes: { kind: "wait", ms: 6_000 } },
        noted(file, "y", 20),
      ],
      [
        ["x", "pause"],
        ["pause", "y"],
      ],
    );
    await createGraph(first, "all", [
      { id: "wait", attributes: { kind: "wait", ms: 6_000 } },
      { id: "retry", attributes: scriptNode(failsOnce, { retries: 1, retry_delay_ms: 6_000 }) },
      { id: "nested", attributes: { kind: "graph", graph_id: "inner" } },
      {
        id: "map",
        attributes: {
          ...scriptNode(
            `require("node:fs").appendFileSync(${JSON.stringify(file)}, "end item " + process.argv[1] + "\\n"); setTimeout(() => console.log(process.argv[1] * 2), process.argv[1] === "3" ? 5000 : 0)`,
          ),
          args: JSON.stringify([
            "-e",
            `require("node:fs").appendFileSync(${JSON.stringify(file)}, "end item " + process.argv[1] + "\\n"); setTimeout(() => console.log(process.argv[1] * 2), process.argv[1] === "3" ? 5000 : 0)`,
            "{{item}}",
          ]),
          map_over: "[1,2,3]",
          max_parallel: 1,
        },
      },
      { id: "ask", attributes: { kind: "ask", question: "Go?", choices: '["yes","no"]' } },
    ]);
    await server2(first, "all");
    async function server2(server: TestServer<"2025">, graphId: string) {
      const { run_id } = await startRun(server, graphId, { max_parallel: 16 });
      await waitUntil(
        async () => {
          const { nodes = [] } = await status(server, run_id);
          const state = (id: string) => nodes.find(({ node_id }) => node_id === id);
          return (
            state("retry")?.state === "pending" &&
            state("retry")?.attempts === 1 &&
            state("nested/pause")?.state === "running" &&
            state("map/2")?.state === "running" &&
            state("ask")?.state === "running"
          );
        },
        { what: "everything to be under way" },
      );
      const before = await status(server, run_id);
      await server.kill("SIGKILL");
      const next = await start(BRISK, { home: server.home });
      expect(await next.callOk("plan_answer", { run_id, answer: "yes" })).toMatchObject({
        node_id: "ask",
      });
      const run = await joinRun(next, run_id);
      expect(run).toMatchObject({ state: "succeeded", error: null });
      const node = (id: string) => run.nodes?.find(({ node_id }) => node_id === id);
      const old = (id: string) => before.nodes?.find(({ node_id }) => node_id === id);
      // The waits are those that had begun, not new ones.
      expect(node("wait")?.started_at).toBe(old("wait")?.started_at);
      expect(node("wait")).toMatchObject({ attempts: 1 });
      expect(node("retry")).toMatchObject({ attempts: 2, state: "succeeded" });
      expect(node("nested/x")).toMatchObject({ attempts: 1 });
      expect(node("nested/pause")).toMatchObject({ attempts: 1 });
      expect(node("map")?.output).toEqual(["2", "4", "6"]);
      expect(node("map/0")).toMatchObject({ attempts: 1 });
      expect(node("map/2")).toMatchObject({ attempts: 2, lost_tries: 1 });
      expect(node("ask")?.output).toBe("yes");
      expect(endsOf(file).filter((line) => line === "end x" || line === "end item 1")).toHaveLength(
        2,
      );
    }
  });

  test("asks, fails or tries again, as its node says, about a try that was lost", async () => {
    const first = await start(BRISK);
    const lost = (on_lost: string) => ({
      id: on_lost,
      attributes: scriptNode(IDLE, { on_lost, timeout_ms: 60_000 }),
    });
    for (const policy of ["fail", "ask"]) await createGraph(first, policy, [lost(policy)]);
    const [fail, ask] = await Promise.all([startRun(first, "fail"), startRun(first, "ask")]);
    for (const { run_id } of [fail, ask])
      await waitUntil(async () => (await status(first, run_id)).nodes?.[0]?.child_id !== null);
    await first.kill("SIGKILL");
    const second = await start(BRISK, { home: first.home });
    expect(await joinRun(second, fail.run_id)).toMatchObject({
      state: "failed",
      nodes: [{ error: "the server that ran it ended unexpectedly", attempts: 1 }],
    });
    const question = await waitUntil(
      async () =>
        (await second.callOk<RunSnapshot>("plan_status", { run_id: ask.run_id })).needs_input?.[0],
    );
    expect(question).toMatchObject({ node_id: "ask", choices: ["retry", "done", "fail"] });
    await second.callOk("plan_answer", { run_id: ask.run_id, answer: "done" });
    expect(await joinRun(second, ask.run_id)).toMatchObject({ state: "succeeded" });
  });

  test("is left to a server that may run its commands", async () => {
    const first = await start(BRISK);
    const file = join(first.home.directory, "notes");
    const runId = await startChain(first, file, 4, 150);
    await waitUntil(() => endsOf(file).length >= 1);
    await first.kill("SIGKILL");
    const narrow = await start(["--enable-all", "--heartbeat-interval-ms", "250"], {
      home: first.home,
    });
    expect(await status(narrow, runId)).toMatchObject({ state: "running" });
    const wide = await start(BRISK, { home: first.home });
    expect(await joinRun(wide, runId)).toMatchObject({ state: "succeeded" });
  });

  test("can be cancelled though nobody runs it", async () => {
    const first = await start(BRISK);
    await createGraph(first, "idle", [{ id: "a", attributes: scriptNode(IDLE) }]);
    const { run_id } = await startRun(first, "idle");
    await first.kill("SIGKILL");
    const narrow = await start(["--enable-all"], { home: first.home });
    expect(await narrow.callOk("plan_cancel", { run_id })).toMatchObject({ outcome: "requested" });
    expect(await joinRun(narrow, run_id)).toMatchObject({ state: "cancelled" });
  });
});

test("a server that stood still finds its run taken over, and writes nothing into it", async () => {
  const args = [...BRISK, "--host-silence-ms", "1500"];
  const frozen = await start(args);
  const living = await start(args, { home: frozen.home });
  await living.callOk("plan_list", {});
  const file = join(frozen.home.directory, "notes");
  const runId = await startChain(frozen, file, 8, 120);
  await waitUntil(() => endsOf(file).length >= 2);
  process.kill(frozen.pid, "SIGSTOP");
  await waitUntil(
    async () =>
      (await eventsOf(living, runId)).some(
        ({ payload }) => (payload as { message?: string }).message === "taken over",
      ),
    { what: "another owner", timeoutMs: 60_000 },
  );
  process.kill(frozen.pid, "SIGCONT");
  const run = await joinRun(living, runId);
  expect(run).toMatchObject({ state: "succeeded", progress: { succeeded: 8 } });
  await waitUntil(
    () =>
      frozen.stderr().includes("another process has taken over a run") || frozen.stderr() === "",
  );
  const ends = (await eventsOf(living, runId)).filter(({ kind }) => kind === "AGGREGATE");
  expect(ends).toHaveLength(1);
  expect(await frozen.callOk("plan_status", { run_id: runId })).toMatchObject({
    state: "succeeded",
  });
  const succeeded = (await eventsOf(living, runId)).filter(
    ({ kind, nodeId, payload }) =>
      kind === "STATUS" &&
      nodeId !== null &&
      (payload as { state?: string; attempts?: number }).attempts !== undefined,
  );
  expect(new Set(succeeded.map(({ nodeId }) => nodeId)).size).toBe(8);
  expect(succeeded).toHaveLength(8);
}, 120_000);

describe("a run that failed", () => {
  test("is resumed with what did not succeed", async () => {
    const server = await start(BRISK);
    const file = join(server.home.directory, "notes");
    const flag = join(server.home.directory, "flag");
    const text = `process.exit(require("node:fs").existsSync(${JSON.stringify(flag)}) ? 0 : 4)`;
    await createGraph(
      server,
      "flaky",
      [noted(file, "a", 1), { id: "b", attributes: scriptNode(text) }, noted(file, "c", 1)],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    );
    const { run_id } = await startRun(server, "flaky");
    expect(await joinRun(server, run_id)).toMatchObject({ state: "failed" });
    await server.callOk("bb_set", { key: "x", value: 1 });
    const { writeFileSync } = await import("node:fs");
    writeFileSync(flag, "");
    expect(await server.callOk("plan_resume", { run_id })).toEqual({
      run_id,
      state: "running",
      previous_state: "failed",
    });
    expect(await joinRun(server, run_id)).toMatchObject({
      state: "succeeded",
      error: null,
      progress: { succeeded: 3, failed: 0, skipped: 0 },
    });
    expect(notes(file)).toEqual(["begin a", "end a", "begin c", "end c"]);
    expect(await codeOf(server, "plan_resume", { run_id })).toBe("E-PLAN-COMPLETED");
    const { outcome, ancestors } = await server.callOk<{
      outcome: object;
      ancestors: { label: string }[];
    }>("causal_explain", { outcome_id: `${run_id}:ended#2` });
    expect(outcome).toMatchObject({ data: { state: "succeeded" } });
    expect(new Set(ancestors.map(({ label }) => label))).toEqual(new Set(["flaky", "a", "b", "c"]));
  });

  test("is forked from a node, with other inputs", async () => {
    const server = await start(BRISK);
    const file = join(server.home.directory, "notes");
    const echo = {
      ...scriptNode(""),
      args: ["-e", "console.log(process.argv[1])", "{{inputs.word}}"],
    };
    await createGraph(
      server,
      "forked",
      [
        noted(file, "a", 1),
        { id: "b", attributes: echo },
        { id: "c", attributes: { kind: "bb_set", key: "c", value: "{{nodes.b.output}}" } },
      ],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    );
    const { run_id } = await startRun(server, "forked", { inputs: { word: "one" } });
    expect(await joinRun(server, run_id)).toMatchObject({ state: "succeeded" });
    const fork = await server.callOk<{ run_id: string }>("plan_fork", {
      run_id,
      from: "b",
      inputs: { word: "two" },
    });
    const run = await joinRun(server, fork.run_id);
    expect(run).toMatchObject({ state: "succeeded", fork_of: run_id });
    expect(run.nodes?.map(({ node_id, output }) => [node_id, output])).toEqual([
      ["a", "a"],
      ["b", "two"],
      ["c", "two"],
    ]);
    expect(endsOf(file)).toEqual(["end a"]);
    expect(await errorOf(server, "plan_fork", { run_id, from: "nowhere" })).toMatchObject({
      code: "E-PLAN-INVALID",
    });
    expect(await codeOf(server, "plan_fork", { run_id: "nowhere", from: "a" })).toBe(
      "E-PLAN-NOT-FOUND",
    );
  });
});

test("a behaviour tree goes on after a kill, without its tasks that have ended", async () => {
  const first = await start(BRISK);
  const file = join(first.home.directory, "notes");
  const task = ({ id, attributes }: ReturnType<typeof noted>) => ({ type: "task", id, attributes });
  await first.callOk("bb_set", { key: "gate", value: true });
  const tree = {
    type: "sequence",
    children: [
      { type: "guard", key: "gate", child: task(noted(file, "a", 1)) },
      task(noted(file, "b", 600)),
      task(noted(file, "c", 1)),
    ],
  };
  const { run_id } = await first.callOk<{ run_id: string }>("plan_run_bt", { tree });
  await waitUntil(() => notes(file).includes("begin b"));
  await first.callOk("bb_delete", { key: "gate" });
  await first.kill("SIGKILL");
  const second = await start(BRISK, { home: first.home });
  expect(await joinRun(second, run_id)).toMatchObject({ state: "succeeded" });
  expect(notes(file).filter((line) => line.endsWith(" a"))).toEqual(["begin a", "end a"]);
  expect(endsOf(file)).toEqual(["end a", "end b", "end c"]);
});

test("nested graphs run in the versions that were there when the run began", async () => {
  const server = await start(BRISK);
  await createGraph(server, "inner", [
    { id: "x", attributes: { kind: "bb_set", key: "x", value: "old" } },
  ]);
  await createGraph(
    server,
    "outer",
    [
      { id: "wait", attributes: { kind: "wait", ms: 300 } },
      { id: "nested", attributes: { kind: "graph", graph_id: "inner" } },
    ],
    [["wait", "nested"]],
  );
  const { run_id } = await startRun(server, "outer");
  await server.callOk("graph_mutate", {
    graph_id: "inner",
    ops: [{ op: "set_node_attribute", id: "x", key: "value", value: "new" }],
  });
  const run = await joinRun(server, run_id);
  const nested = run.nodes?.find(({ node_id }) => node_id === "nested");
  expect(nested).toMatchObject({ output: { x: "old" }, graph_version: 1 });
  const [plan] = await eventsOf(server, run_id);
  expect(plan?.payload).toMatchObject({ nested_versions: { inner: 1 } });
  const joined: PlanJoinOutput = await server.callOk("plan_join", { run_ids: [run_id] });
  expect(joined.satisfied).toBe(true);
});
