import type { PlanDryRunOutput } from "@faculties/schemas/orchestrator-resources/plan-dry-run";
import type { PlanJoinOutput } from "@faculties/schemas/orchestrator-resources/plan-join";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type {
  RunSnapshot,
  StartedRun,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { twoServers, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, entry, errorOf, everything, shared } from "./support/start.ts";
import {
  createGraph,
  IDLE,
  isAlive,
  joinRun,
  runGraph,
  scriptNode,
  startRun,
  watchAll,
  whenGone,
} from "./support/work.ts";

const server = shared([...everything, "--kill-grace-ms", "200", "--heartbeat-interval-ms", "250"]);
const eventsOf = (runId: string) =>
  watchAll<ResourceRunEvent>(server(), `sc://runs/${runId}/events`);
const statesOf = (run: RunSnapshot) =>
  Object.fromEntries((run.nodes ?? []).map(({ node_id, state }) => [node_id, state]));
const nodeOf = (run: RunSnapshot, id: string) => run.nodes?.find(({ node_id }) => node_id === id);
const wait = (ms: number) => ({ kind: "wait", ms });

describe("plan_run", () => {
  test("runs a graph written the way that the description of graph_create shows", async () => {
    const child = (code: string) => ({ kind: "child", command: "node", args: ["-e", code] });
    const nodes = [
      { id: "test", attributes: child("console.log('tested')") },
      { id: "build", attributes: child("console.log('built')") },
    ];
    await createGraph(server(), "as-described", nodes, [["test", "build"]]);
    const run = await runGraph(server(), "as-described");
    expect(statesOf(run)).toEqual({ test: "succeeded", build: "succeeded" });
  });

  test("refuses a graph that is nested in itself, at once and however wide it is", async () => {
    const nested = Array.from({ length: 50 }, (_, index) => ({
      id: `n${index}`,
      attributes: { kind: "graph", graph_id: "itself" },
    }));
    await createGraph(server(), "itself", nested);
    const run = await runGraph(server(), "itself");
    expect(run).toMatchObject({
      state: "failed",
      error: 'node "n0": the graph "itself" is nested in itself',
      progress: { total: 50 },
    });
  });

  test("takes another version of the same graph for another graph", async () => {
    await createGraph(server(), "grown", ["a"]);
    const attributes = { kind: "graph", graph_id: "grown", version: 1 };
    const ops = [{ op: "add_node", id: "before", attributes }];
    await server().callOk("graph_mutate", { graph_id: "grown", ops });
    const run = await runGraph(server(), "grown");
    expect(statesOf(run)).toEqual({ a: "succeeded", before: "succeeded", "before/a": "succeeded" });
  });

  test("runs more nodes than begin in one turn", async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `n${index}`);
    await createGraph(server(), "many", ids);
    const { run_id } = await startRun(server(), "many", { max_parallel: 64 });
    expect((await joinRun(server(), run_id)).progress).toMatchObject({ succeeded: 2_500 });
  });

  test("adds up only what can be added up", async () => {
    const huge = (key: string) => ({ kind: "bb_set", key, value: 1e308, duration: 1e308 });
    await createGraph(server(), "huge", [
      { id: "a", attributes: huge("huge:a") },
      { id: "b", attributes: huge("huge:b") },
      { id: "c", attributes: { kind: "bb_set", key: "huge:c", value: 2 } },
    ]);
    const { run_id } = await runGraph(server(), "huge");
    const sum = { run_id, reducer: "sum" };
    expect(await server().callOk("plan_reduce", sum)).toMatchObject({
      value: 2,
      skipped: ["a", "b"],
    });
    expect(await errorOf(server(), "graph_critical_path", { graph_id: "huge" })).toMatchObject({
      code: "E-GRAPH-INVALID",
      message: '"duration" of the node "a" is too large to be added up: 1e+308.',
    });
  });

  test("runs children, blackboard writes, waits and nested graphs in their order", async () => {
    await createGraph(server(), "inner", [
      { id: "x", attributes: scriptNode("console.log(6 * 7)") },
    ]);
    await createGraph(
      server(),
      "mixed",
      [
        "begin",
        { id: "child", attributes: scriptNode("console.log('a'); console.log('b')") },
        {
          id: "note",
          attributes: { kind: "bb_set", key: "mixed:note", value_json: '{"n":[1]}', tags: "x,Y" },
        },
        { id: "pause", attributes: wait(5) },
        { id: "nested", attributes: { kind: "graph", graph_id: "inner" } },
      ],
      [
        ["begin", "child"],
        ["child", "note"],
        ["begin", "pause"],
        ["note", "nested"],
        ["pause", "nested"],
      ],
    );
    const { run_id, ...started } = await startRun(server(), "mixed");
    expect(started).toMatchObject({
      state: "running",
      node_count: 5,
      events_uri: `sc://runs/${run_id}/events`,
    });
    const run = await joinRun(server(), run_id);
    expect(run).toMatchObject({
      state: "succeeded",
      error: null,
      mode: "dag",
      graph_id: "mixed",
      graph_version: 1,
    });
    expect(run.progress).toMatchObject({ total: 6, succeeded: 6, running: 0, pending: 0 });
    expect(nodeOf(run, "child")).toMatchObject({
      kind: "child",
      exit_code: 0,
      output: "a\nb",
      attempts: 1,
    });
    expect(nodeOf(run, "nested")?.output).toEqual({ x: "42" });
    expect(nodeOf(run, "nested/x")).toMatchObject({ output: "42" });
    expect(await server().callOk("bb_get", { key: "mixed:note" })).toMatchObject({
      entry: { value: { n: [1] }, tags: ["x", "y"] },
    });
    const events = await eventsOf(run_id);
    const at = (kind: string, nodeId: string, childId: unknown = null) =>
      events.findIndex(
        (event) =>
          event.kind === kind &&
          event.nodeId === nodeId &&
          (childId === null
            ? event.payload !== null && "kind" in (event.payload as object) === (kind === "START")
            : true),
      );
    expect(at("STATUS", "begin")).toBeLessThan(at("START", "child"));
    expect(at("STATUS", "child")).toBeLessThan(at("START", "note"));
    expect(Math.max(at("STATUS", "note"), at("STATUS", "pause"))).toBeLessThan(
      at("START", "nested"),
    );
    expect(
      events
        .filter(({ nodeId }) => nodeId === "child")
        .map(({ kind, childId }) => [kind, childId !== null]),
    ).toEqual([
      ["START", false],
      ["START", true],
      ["STATUS", true],
      ["STATUS", true],
    ]);
  });

  test("never runs more at a time than allowed", async () => {
    await createGraph(
      server(),
      "wide",
      Array.from({ length: 12 }, (_, index) => ({ id: `n${index}`, attributes: wait(20) })),
    );
    const { run_id } = await runGraph(server(), "wide", { max_parallel: 3 });
    let running = 0;
    let most = 0;
    for (const { kind, nodeId } of await eventsOf(run_id)) {
      if (nodeId === null) continue;
      running += kind === "START" ? 1 : -1;
      most = Math.max(most, running);
    }
    expect(most).toBe(3);
  });

  test("tries again, as often as it may", async () => {
    const flaky =
      "const fs = require('node:fs'); const f = process.argv[1]; fs.appendFileSync(f, 'x'); process.exit(fs.readFileSync(f).length < 3 ? 1 : 0)";
    const file = `${server().home.directory}/tries`;
    const attributes = {
      ...scriptNode(flaky),
      args: JSON.stringify(["-e", flaky, file]),
      retry_delay_ms: 5,
    };
    await createGraph(server(), "flaky", [{ id: "a", attributes }]);
    const run = await runGraph(server(), "flaky", { retries: 2 });
    expect(run).toMatchObject({ state: "succeeded" });
    expect(nodeOf(run, "a")).toMatchObject({ attempts: 3, state: "succeeded", error: null });
    const warnings = (await eventsOf(run.run_id)).filter(({ kind }) => kind === "WARN");
    expect(warnings.map(({ payload }) => payload)).toEqual([
      {
        message: "node failed and is tried again",
        attempt: 1,
        error: "exited with code 1",
        wait_ms: 5,
      },
      {
        message: "node failed and is tried again",
        attempt: 2,
        error: "exited with code 1",
        wait_ms: 5,
      },
    ]);
  });

  test("a failure stops the run, or only what depends on it", async () => {
    await createGraph(
      server(),
      "failing",
      [
        { id: "bad", attributes: scriptNode("process.exit(4)") },
        "after",
        { id: "slow", attributes: wait(60_000) },
        { id: "other", attributes: wait(1) },
        "later",
      ],
      [
        ["bad", "after"],
        ["other", "later"],
      ],
    );
    const stopped = await runGraph(server(), "failing", { max_parallel: 2 });
    expect(stopped).toMatchObject({ state: "failed", error: 'node "bad": exited with code 4' });
    expect(statesOf(stopped)).toEqual({
      bad: "failed",
      after: "skipped",
      slow: expect.stringMatching("cancelled|skipped"),
      other: expect.any(String),
      later: expect.any(String),
    });
    expect(nodeOf(stopped, "bad")).toMatchObject({ exit_code: 4 });
    await server().callOk("graph_mutate", {
      graph_id: "failing",
      ops: [{ op: "remove_node", id: "slow" }],
    });
    const on = await runGraph(server(), "failing", { on_failure: "continue" });
    expect(on.state).toBe("failed");
    expect(statesOf(on)).toEqual({
      bad: "failed",
      after: "skipped",
      other: "succeeded",
      later: "succeeded",
    });
  });

  test("keeps the time limits of nodes, nested graphs and runs", async () => {
    await createGraph(server(), "slow", [{ id: "a", attributes: wait(60_000) }]);
    expect(nodeOf(await runGraph(server(), "slow", { node_timeout_ms: 20 }), "a")).toMatchObject({
      state: "failed",
      error: "timed out after 20 ms",
    });
    await createGraph(server(), "slow-child", [
      { id: "a", attributes: scriptNode(IDLE, { timeout_ms: 100 }) },
    ]);
    expect(nodeOf(await runGraph(server(), "slow-child"), "a")).toMatchObject({
      state: "failed",
      error: "timed out after 100 ms",
    });
    await createGraph(server(), "slow-nested", [
      { id: "n", attributes: { kind: "graph", graph_id: "slow", timeout_ms: 30 } },
    ]);
    expect(nodeOf(await runGraph(server(), "slow-nested"), "n")).toMatchObject({
      state: "failed",
      error: "timed out after 30 ms",
    });
    expect(await runGraph(server(), "slow", { timeout_ms: 20 })).toMatchObject({
      state: "failed",
      error: "the run timed out after 20 ms",
    });
  });

  test("refuses what cannot run", async () => {
    await createGraph(
      server(),
      "circle",
      ["a", "b"],
      [
        ["a", "b"],
        ["b", "a"],
      ],
      { acyclic: false },
    );
    const refused = await errorOf(server(), "plan_run", { graph_id: "circle" });
    expect(refused).toMatchObject({
      code: "E-PLAN-INVALID",
      details: { problems: [{ code: "CYCLE" }] },
    });
    await createGraph(server(), "unclear", [{ id: "a", attributes: { kind: "child" } }]);
    expect(await codeOf(server(), "plan_run", { graph_id: "unclear" })).toBe("E-PLAN-INVALID");
    expect(await codeOf(server(), "plan_run", { graph_id: "nowhere" })).toBe("E-GRAPH-NOTFOUND");
    await createGraph(server(), "self", [
      { id: "again", attributes: { kind: "graph", graph_id: "self" } },
    ]);
    expect((await runGraph(server(), "self")).error).toContain("nested in itself");
    for (let depth = 16; depth >= 0; depth -= 1) {
      const attributes = depth === 16 ? {} : { kind: "graph", graph_id: `depth-${depth + 1}` };
      await createGraph(server(), `depth-${depth}`, [{ id: "inner", attributes }]);
    }
    expect((await runGraph(server(), "depth-1")).state).toBe("succeeded");
    expect((await runGraph(server(), "depth-0")).error).toContain("nested more than 16 deep");
    await createGraph(server(), "lost", [
      { id: "a", attributes: { kind: "graph", graph_id: "nowhere" } },
    ]);
    expect((await runGraph(server(), "lost")).error).toContain('There is no graph "nowhere"');
    await createGraph(server(), "denied", [
      { id: "a", attributes: { kind: "child", command: "sh" } },
    ]);
    expect((await runGraph(server(), "denied")).error).toContain("--allow-command");
    await createGraph(server(), "empty", []);
    expect(await runGraph(server(), "empty")).toMatchObject({
      state: "succeeded",
      progress: { total: 0 },
    });
  });

  test("a thousand nodes, and a chain as deep", async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
    await createGraph(
      server(),
      "thousand",
      ids,
      ids.slice(1).map((id, index) => [`n${Math.floor(index / 2)}`, id]),
    );
    expect(await runGraph(server(), "thousand", { max_parallel: 16 })).toMatchObject({
      state: "succeeded",
      progress: { succeeded: 1_000 },
    });
    await createGraph(
      server(),
      "chain",
      ids,
      ids.slice(1).map((id, index) => [ids[index] as string, id]),
    );
    expect(await runGraph(server(), "chain")).toMatchObject({
      state: "succeeded",
      progress: { succeeded: 1_000 },
    });
  });

  test("more children than may run at a time wait for their turn", async () => {
    const nodes = Array.from({ length: 20 }, (_, index) => ({
      id: `c${index}`,
      attributes: scriptNode("setTimeout(() => {}, 30)"),
    }));
    await createGraph(server(), "crowd", nodes);
    expect(await runGraph(server(), "crowd", { max_parallel: 20 })).toMatchObject({
      state: "succeeded",
      progress: { succeeded: 20 },
    });
  });

  test("heartbeats while it runs", async () => {
    await createGraph(server(), "beating", [{ id: "a", attributes: wait(60_000) }]);
    const { run_id } = await startRun(server(), "beating");
    const beat = await waitUntil(async () =>
      (await eventsOf(run_id)).find(({ kind }) => kind === "HEARTBEAT"),
    );
    expect(beat.payload).toEqual({ running: ["a"], ended: 0 });
    await server().callOk("plan_cancel", { run_id });
  });

  test("mode reactive prefers what is marked", async () => {
    await createGraph(server(), "marked", ["a", "b", "c", "d"]);
    await server().callOk("stig_mark", { node_id: "c", intensity: 5 });
    await server().callOk("stig_mark", { node_id: "b", intensity: 9 });
    const { run_id, mode } = await runGraph(server(), "marked", {
      mode: "reactive",
      max_parallel: 1,
    });
    expect(mode).toBe("reactive");
    const order = (await eventsOf(run_id))
      .filter(({ kind }) => kind === "START")
      .map(({ nodeId }) => nodeId);
    expect(order).toEqual(["b", "c", "a", "d"]);
  });
});

describe("plan_join and plan_reduce", () => {
  test("wait as the policy says", async () => {
    await createGraph(server(), "quick", ["a"]);
    await createGraph(server(), "broken", [
      { id: "a", attributes: { kind: "wait", ms: 1, timeout_ms: 1 } },
      { id: "b", attributes: { kind: "wait", ms: 99, timeout_ms: 1 } },
    ]);
    await createGraph(server(), "endless", [{ id: "a", attributes: wait(60_000) }]);
    const [quick, broken, endless] = [
      await startRun(server(), "quick"),
      await startRun(server(), "broken"),
      await startRun(server(), "endless"),
    ].map(({ run_id }) => run_id) as [string, string, string];
    const join = (input: object) => server().callOk<PlanJoinOutput>("plan_join", { ...input });
    expect(await join({ run_ids: [quick] })).toMatchObject({ satisfied: true, timed_out: false });
    expect(await join({ run_ids: [quick, broken] })).toMatchObject({
      satisfied: false,
      timed_out: false,
    });
    expect(await join({ run_ids: [endless, quick], policy: "first_success" })).toMatchObject({
      satisfied: true,
    });
    expect(
      await join({ run_ids: [endless, quick], policy: "quorum", quorum: 2, timeout_ms: 50 }),
    ).toMatchObject({ satisfied: false, timed_out: true });
    expect(
      await join({ run_ids: [endless, broken, quick], policy: "quorum", quorum: 3 }),
    ).toMatchObject({ satisfied: false, timed_out: false });
    const twice = await join({ run_ids: [quick, quick], policy: "quorum", quorum: 2 });
    expect(twice).toMatchObject({ satisfied: false, timed_out: false, runs: [{ run_id: quick }] });
    expect(twice.runs).toHaveLength(1);
    expect(await codeOf(server(), "plan_join", { run_ids: ["nowhere"] })).toBe("E-PLAN-NOT-FOUND");
    expect(await codeOf(server(), "plan_join", { run_ids: [quick], policy: "quorum" })).toBe(
      "E-INPUT-INVALID",
    );
    await server().callOk("plan_cancel", { run_id: endless });
  });

  test("tell how many nodes are settled while they wait", async () => {
    await createGraph(server(), "awaited", [{ id: "a", attributes: wait(300) }]);
    const { run_id } = await startRun(server(), "awaited");
    const reports: object[] = [];
    const onprogress = (report: object) => void reports.push(report);
    await server().callOk("plan_join", { run_ids: [run_id] }, { onprogress });
    expect(reports).toEqual([
      { progress: 0, total: 1, message: "0 of 1 runs ended" },
      { progress: 1, total: 1, message: "1 of 1 runs ended" },
    ]);
  });

  test("combine what the nodes put out", async () => {
    await createGraph(server(), "outputs", [
      { id: "one", attributes: scriptNode("console.log('{\"a\":1}')") },
      { id: "two", attributes: scriptNode("console.log('{\"b\":2}')") },
      { id: "three", attributes: { kind: "bb_set", key: "k", value: 3 } },
      "none",
    ]);
    const { run_id } = await runGraph(server(), "outputs");
    const reduce = (reducer: string, more: object = {}) =>
      server().callOk("plan_reduce", { run_id, reducer, ...more });
    expect(await reduce("merge_json")).toEqual({
      run_id,
      reducer: "merge_json",
      value: { a: 1, b: 2 },
      sources: ["one", "two"],
      skipped: ["three", "none"],
    });
    expect(await reduce("sum", { node_ids: ["three"] })).toMatchObject({
      value: 3,
      sources: ["three"],
      skipped: [],
    });
    expect(await reduce("concat", { node_ids: ["one", "two"] })).toMatchObject({
      value: '{"a":1}\n{"b":2}',
    });
    expect(await reduce("concat", { node_ids: ["nobody", "three"] })).toMatchObject({
      value: "3",
      sources: ["three"],
      skipped: ["nobody"],
    });
    expect(await reduce("vote")).toMatchObject({ value: { winner: "3" } });
    expect(await codeOf(server(), "plan_reduce", { run_id: "nowhere", reducer: "sum" })).toBe(
      "E-PLAN-NOT-FOUND",
    );
  });
});

describe("steering", () => {
  const pidOf = async (runId: string) => {
    const { children } = await server().callOk<{
      children: { pid: number; op_id: string; child_id: string }[];
    }>("child_list", { run_id: runId, states: ["running"] });
    return children[0];
  };

  test("cancelling ends the processes, once", async () => {
    await createGraph(
      server(),
      "long",
      [
        {
          id: "a",
          attributes: scriptNode(`process.on('SIGTERM', () => {}); ${IDLE}`, {
            timeout_ms: 60_000,
          }),
        },
        "b",
      ],
      [["a", "b"]],
    );
    const { run_id, op_id } = await startRun(server(), "long");
    const child = await waitUntil(() => pidOf(run_id));
    expect(await server().callOk("plan_cancel", { run_id, reason: "changed my mind" })).toEqual({
      run_id,
      outcome: "requested",
      cancelled_ops: [op_id, child.op_id],
    });
    expect(isAlive(child.pid)).toBe(false);
    expect(await server().callOk("plan_cancel", { run_id })).toMatchObject({
      outcome: "already_cancelled",
    });
    expect(await server().callOk("op_cancel", { op_id })).toMatchObject({
      outcome: "already_cancelled",
      run_id,
    });
    const run = await joinRun(server(), run_id);
    expect(run).toMatchObject({ state: "cancelled", error: "changed my mind" });
    expect(statesOf(run)).toEqual({ a: "cancelled", b: "cancelled" });
  });

  test("an operation is cancelled by its id, whatever it is", async () => {
    const child = await server().callOk<{ child_id: string; op_id: string; pid: number }>(
      "child_create",
      { command: process.execPath, args: ["-e", IDLE] },
    );
    expect(await server().callOk("op_cancel", { op_id: child.op_id })).toEqual({
      op_id: child.op_id,
      outcome: "requested",
      run_id: null,
      child_id: child.child_id,
    });
    expect(isAlive(child.pid)).toBe(false);
    expect(await server().callOk("op_cancel", { op_id: child.op_id })).toMatchObject({
      outcome: "already_cancelled",
    });
    const done = await server().callOk<{ op_id: string; child_id: string }>("child_create", {
      command: process.execPath,
      args: ["-e", "1"],
    });
    await waitUntil(
      async () =>
        (await server().callOk<{ state: string }>("child_status", { child_id: done.child_id }))
          .state === "exited",
    );
    expect(await server().callOk("op_cancel", { op_id: done.op_id })).toMatchObject({
      outcome: "already_finished",
    });
    expect(await codeOf(server(), "op_cancel", { op_id: "nowhere" })).toBe("E-CANCEL-NOTFOUND");
    expect(await codeOf(server(), "plan_cancel", { run_id: "nowhere" })).toBe("E-CANCEL-NOTFOUND");
  });

  test("a paused run starts nothing new until it is resumed", async () => {
    await createGraph(server(), "steps", [{ id: "a", attributes: wait(150) }, "b"], [["a", "b"]]);
    const { run_id } = await startRun(server(), "steps");
    await waitUntil(async () => (await eventsOf(run_id)).some(({ nodeId }) => nodeId === "a"));
    expect(await server().callOk("plan_pause", { run_id })).toEqual({
      run_id,
      state: "paused",
      previous_state: "running",
      running_nodes: ["a"],
    });
    expect(await codeOf(server(), "plan_pause", { run_id })).toBe("E-PLAN-STATE");
    const status = () =>
      server().callOk<RunSnapshot>("plan_status", { run_id, include_nodes: true });
    const paused = await waitUntil(async () => {
      const run = await status();
      return run.progress.succeeded === 1 ? run : undefined;
    });
    expect(paused).toMatchObject({
      state: "paused",
      progress: { total: 2, pending: 1, succeeded: 1 },
      nodes: [
        { node_id: "a", state: "succeeded", attempts: 1 },
        { node_id: "b", kind: "noop", state: "pending", attempts: 0, started_at: null },
      ],
    });
    expect(await server().callOk("plan_resume", { run_id })).toEqual({
      run_id,
      state: "running",
      previous_state: "paused",
    });
    expect(await joinRun(server(), run_id)).toMatchObject({ state: "succeeded" });
    expect(await codeOf(server(), "plan_resume", { run_id })).toBe("E-PLAN-COMPLETED");
    for (const tool of ["plan_status", "plan_pause", "plan_resume"])
      expect(await codeOf(server(), tool, { run_id: "nowhere" })).toBe("E-PLAN-NOT-FOUND");
  });

  test("a dry run tells the waves, or what is wrong", async () => {
    await createGraph(
      server(),
      "planned",
      ["a", "b", { id: "c", attributes: scriptNode("1") }, "d"],
      [
        ["a", "c"],
        ["b", "c"],
        ["c", "d"],
      ],
    );
    expect(await server().callOk("plan_dry_run", { graph_id: "planned" })).toEqual({
      graph_id: "planned",
      graph_version: 1,
      runnable: true,
      problems: [],
      waves: [["a", "b"], ["c"], ["d"]],
      node_count: 4,
      children: 1,
    });
    await createGraph(server(), "unplanned", [
      { id: "a", attributes: { kind: "child", command: "sh" } },
    ]);
    expect(await server().callOk("plan_dry_run", { graph_id: "unplanned" })).toMatchObject({
      runnable: false,
      problems: [{ nodes: ["a"] }],
      waves: [],
    });
  });

  test("looks into nested graphs as a run would", async () => {
    const nested = (graph_id: string) => ({ kind: "graph", graph_id });
    await createGraph(server(), "inmost", [
      { id: "x", attributes: { kind: "child", command: "sh" } },
      { id: "y", attributes: nested("outmost") },
    ]);
    await createGraph(
      server(),
      "round",
      ["a", "b"],
      [
        ["a", "b"],
        ["b", "a"],
      ],
    );
    await createGraph(server(), "outmost", [
      { id: "in", attributes: nested("inmost") },
      { id: "gone", attributes: nested("nowhere") },
      { id: "round", attributes: nested("round") },
    ]);
    const dry = await server().callOk<PlanDryRunOutput>("plan_dry_run", { graph_id: "outmost" });
    expect(dry).toMatchObject({ runnable: false, waves: [], node_count: 3 });
    expect(dry.problems.map(({ nodes }) => nodes)).toEqual([
      ["in/x"],
      ["in/y"],
      ["gone"],
      ["round"],
    ]);
    const [, itself, gone, round] = dry.problems.map(({ message }) => message);
    expect(itself).toBe('"in/y": the graph "outmost" is nested in itself');
    expect(gone).toContain('There is no graph "nowhere"');
    expect(round).toContain("The graph cannot be run");
    await createGraph(server(), "well", [{ id: "in", attributes: nested("planned") }]);
    expect(await server().callOk("plan_dry_run", { graph_id: "well" })).toMatchObject({
      runnable: true,
      waves: [["in"]],
    });
  });
});

test("a run can be steered from another process on the same database", async () => {
  const [owner, other] = await twoServers({ entry, args: everything });
  await createGraph(
    owner,
    "far",
    [{ id: "a", attributes: scriptNode(IDLE, { timeout_ms: 60_000 }) }, "b"],
    [["a", "b"]],
  );
  const { run_id } = await startRun(owner, "far");
  const pid = await waitUntil(async () => {
    const { children } = await other.callOk<{ children: { pid: number }[] }>("child_list", {
      run_id,
      states: ["running"],
    });
    return children[0]?.pid;
  });
  expect(await other.callOk("plan_pause", { run_id })).toMatchObject({ state: "paused" });
  expect(await other.callOk("plan_resume", { run_id })).toMatchObject({ state: "running" });
  expect(await other.callOk("plan_cancel", { run_id })).toMatchObject({ outcome: "requested" });
  await whenGone(pid);
  expect(await joinRun(other, run_id)).toMatchObject({ state: "cancelled" });
});

describe("behaviour trees", () => {
  const runTree = async (tree: object, more: object = {}) => {
    const { run_id } = await server().callOk<StartedRun>("plan_run_bt", { tree, ...more });
    return joinRun(server(), run_id);
  };
  const task = (id: string, attributes: object = {}) => ({ type: "task", id, attributes });
  const fails = { kind: "wait", ms: 99, timeout_ms: 1 };

  test("sequence, selector, parallel, retry, timeout and guard", async () => {
    const sequence = await runTree({
      type: "sequence",
      children: [task("a"), task("bad", fails), task("never")],
    });
    expect(sequence).toMatchObject({
      state: "failed",
      mode: "bt",
      graph_id: null,
      progress: { total: 3, succeeded: 1, failed: 1, pending: 0, skipped: 1 },
    });
    expect(statesOf(sequence)).toEqual({ a: "succeeded", bad: "failed", never: "skipped" });
    const selector = await runTree({
      type: "selector",
      children: [task("bad", fails), task("good", scriptNode("console.log('ok')")), task("never")],
    });
    expect(selector.state).toBe("succeeded");
    expect(nodeOf(selector, "good")).toMatchObject({ output: "ok", exit_code: 0 });
    const parallel = await runTree({
      type: "parallel",
      needs: 1,
      children: [task("slow", wait(60_000)), task("quick")],
    });
    expect(parallel.state).toBe("succeeded");
    expect(statesOf(parallel)).toEqual({ slow: "cancelled", quick: "succeeded" });
    const retry = await runTree({ type: "retry", attempts: 3, child: task("bad", fails) });
    expect(nodeOf(retry, "bad")).toMatchObject({ attempts: 3, state: "failed" });
    const late = await runTree({
      type: "timeout",
      timeout_ms: 60,
      child: task("slow", wait(60_000)),
    });
    expect(late).toMatchObject({ state: "failed" });
    expect((await runTree({ type: "guard", key: "gate:open", child: task("a") })).state).toBe(
      "failed",
    );
    await server().callOk("bb_set", { key: "gate:open", value: true });
    expect(
      (await runTree({ type: "guard", key: "gate:open", equals: true, child: task("a") })).state,
    ).toBe("succeeded");
    const events = await eventsOf(parallel.run_id);
    expect(events.find(({ kind }) => kind === "BT_RUN")?.payload).toMatchObject({
      status: "success",
    });
  });

  test("a guard that no longer holds ends what it guards", async () => {
    await server().callOk("bb_set", { key: "gate:while", value: 1 });
    const { run_id } = await server().callOk<StartedRun>("plan_run_bt", {
      tree: {
        type: "guard",
        key: "gate:while",
        child: task("guarded", scriptNode(IDLE, { timeout_ms: 60_000 })),
      },
    });
    const pid = await waitUntil(async () => {
      const { children } = await server().callOk<{ children: { pid: number }[] }>("child_list", {
        run_id,
        states: ["running"],
      });
      return children[0]?.pid;
    });
    await server().callOk("bb_delete", { key: "gate:while" });
    expect(await joinRun(server(), run_id)).toMatchObject({ state: "failed" });
    expect(isAlive(pid)).toBe(false);
  });

  test("a graph becomes a tree that does the same", async () => {
    await createGraph(
      server(),
      "compiled",
      [{ id: "a", attributes: { retries: 2 } }, "b", "c"],
      [
        ["a", "c"],
        ["b", "c"],
      ],
    );
    const { tree, task_count } = await server().callOk<{ tree: object; task_count: number }>(
      "plan_compile_bt",
      { graph_id: "compiled" },
    );
    expect(tree).toEqual({
      type: "sequence",
      children: [
        {
          type: "parallel",
          children: [
            {
              type: "retry",
              attempts: 3,
              delay_ms: 0,
              child: { type: "task", id: "a", attributes: {} },
            },
            { type: "task", id: "b", attributes: {} },
          ],
        },
        { type: "task", id: "c", attributes: {} },
      ],
    });
    expect(task_count).toBe(3);
    expect(await runTree(tree)).toMatchObject({ state: "succeeded", progress: { succeeded: 3 } });
  });

  test("refuses trees that say nothing", async () => {
    expect(await codeOf(server(), "plan_run_bt", { tree: task("x", { kind: "child" }) })).toBe(
      "E-BT-INVALID",
    );
    expect(
      await codeOf(server(), "plan_run_bt", { tree: task("x", { kind: "graph", graph_id: "g" }) }),
    ).toBe("E-BT-INVALID");
    expect(
      await codeOf(server(), "plan_run_bt", { tree: { type: "sequence", children: [] } }),
    ).toBe("E-INPUT-INVALID");
    expect(
      await codeOf(server(), "plan_run_bt", {
        tree: { type: "sequence", children: [task("x"), task("x")] },
      }),
    ).toBe("E-BT-INVALID");
    let deep: object = task("x");
    for (let level = 0; level < 200; level += 1)
      deep = { type: "timeout", timeout_ms: 1, child: deep };
    expect(await codeOf(server(), "plan_run_bt", { tree: deep })).toBe("E-INPUT-INVALID");
    await createGraph(server(), "nothing", []);
    expect(await codeOf(server(), "plan_compile_bt", { graph_id: "nothing" })).toBe("E-BT-INVALID");
  });
});
