import type { ChildListOutput } from "@faculties/schemas/orchestrator-resources/child-list";
import type { ResourcesListOutput } from "@faculties/schemas/orchestrator-resources/resources-list";
import type { ResourcesWatchOutput } from "@faculties/schemas/orchestrator-resources/resources-watch";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { killDuring, startServers, twoServers, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, entry, everything, start } from "./support/start.ts";
import {
  createGraph,
  IDLE,
  joinRun,
  linesOf,
  runGraph,
  script,
  scriptNode,
  startChild,
  startRun,
  watchAll,
  whenGone,
} from "./support/work.ts";

test("after kill -9 and a restart nothing is lost and nothing is left", async () => {
  const before = await start(everything);
  const { home } = before;
  await createGraph(before, "kept", ["a"]);
  await before.callOk("graph_mutate", { graph_id: "kept", ops: [{ op: "add_node", id: "b" }] });
  const { tx_id } = await before.callOk<{ tx_id: string }>("tx_begin", { graph_id: "kept" });
  await before.callOk("tx_apply", { tx_id, ops: [{ op: "add_node", id: "c" }] });
  await before.callOk("bb_set", { key: "kept:x", value: 1 });
  await createGraph(
    before,
    "long",
    [
      "first",
      {
        id: "a",
        attributes: scriptNode(`console.log('up'); ${IDLE}`, {
          timeout_ms: 60_000,
          on_lost: "fail",
        }),
      },
      "last",
    ],
    [
      ["first", "a"],
      ["a", "last"],
    ],
  );
  const { run_id } = await startRun(before, "long");
  const { child_id, pid } = await startChild(before, script(`console.log('mine'); ${IDLE}`));
  await waitUntil(async () => (await linesOf(before, child_id)).includes("mine"));
  const running = await waitUntil(async () => {
    const { children } = await before.callOk<ChildListOutput>("child_list", {
      run_id,
      states: ["running"],
    });
    return children[0];
  });
  await waitUntil(async () => (await linesOf(before, running.child_id)).includes("up"));
  const uri = `sc://runs/${run_id}/events`;
  const saved = await before.callOk<ResourcesWatchOutput>("resources_watch", { uri });
  const logs = await before.callOk<ResourcesWatchOutput>("resources_watch", {
    uri: `sc://children/${child_id}/logs`,
  });
  await before.kill("SIGKILL");
  await whenGone(pid as number);
  await whenGone(running.pid as number);

  const after = await start(everything, { home });
  const { items } = await after.callOk<ResourcesListOutput>("resources_list");
  for (const { uri: listed } of items) await after.callOk("resources_read", { uri: listed });
  expect(items.map(({ uri: listed }) => listed)).toEqual(
    expect.arrayContaining([
      uri,
      "sc://graphs/kept@v2",
      `sc://snapshots/kept/${tx_id}`,
      "sc://blackboard/kept",
      `sc://children/${child_id}/logs`,
    ]),
  );
  const run = await joinRun(after, run_id);
  expect(run).toMatchObject({
    state: "failed",
    error: 'node "a": the server that ran it ended unexpectedly',
  });
  expect(run.nodes?.find(({ node_id }) => node_id === "first")).toMatchObject({
    state: "succeeded",
  });
  expect(run.nodes?.find(({ node_id }) => node_id === "a")).toMatchObject({ state: "failed" });
  for (const id of [child_id, running.child_id])
    expect(await after.callOk("child_status", { child_id: id })).toMatchObject({
      state: "lost",
      ended_at: expect.any(Number),
    });
  const later = await watchAll<ResourceRunEvent>(after, uri, { fromSeq: saved.next_seq });
  expect(later.length).toBeGreaterThan(0);
  expect(later.every(({ seq }) => seq > saved.next_seq)).toBe(true);
  const moreLogs = await watchAll<{ seq: number; message: string }>(
    after,
    `sc://children/${child_id}/logs`,
    { fromSeq: logs.next_seq },
  );
  expect(moreLogs).toMatchObject([
    { seq: logs.next_seq + 1, message: "lost: the server that ran it ended unexpectedly" },
  ]);
  expect(await after.callOk("tx_commit", { tx_id })).toMatchObject({ version: 3, changed: true });
  const { run_id: next } = await runGraph(after, "kept");
  const events = await watchAll<ResourceRunEvent>(after, `sc://runs/${next}/events`);
  expect(events[0]?.seq).toBeGreaterThan(Math.max(...later.map(({ seq }) => seq)));
});

describe("acknowledged writes survive kill -9", () => {
  test.each([11, 12, 13])("seed %i", async (seed) => {
    const server = await start(everything);
    const { home } = server;
    await createGraph(server, "acked", []);
    const { acknowledged } = await killDuring({
      server,
      seed,
      call: (index) =>
        server.callOk<{ version: number }>("graph_mutate", {
          graph_id: "acked",
          ops: [{ op: "add_node", id: `n${index}` }],
        }),
    });
    const again = await start(everything, { home });
    const { graph } = await again.callOk<{
      graph: { nodes: { id: string }[]; graphVersion: number };
    }>("graph_get", { graph_id: "acked" });
    const ids = new Set(graph.nodes.map(({ id }) => id));
    for (const { index } of acknowledged) expect(ids).toContain(`n${index}`);
    expect(graph.graphVersion).toBe(ids.size + 1);
    for (const { index, result } of acknowledged) {
      const then = await again.callOk<{ graph: { nodes: { id: string }[] } }>("graph_get", {
        graph_id: "acked",
        version: result.version,
      });
      expect(then.graph.nodes.at(-1)).toEqual({ id: `n${index}`, attributes: {} });
    }
  });
});

describe("idempotency keys", () => {
  test("ten duplicates at once are one execution, in one process or several", async () => {
    const servers = await startServers(2, { entry, args: everything });
    const call = (tool: string, input: object) =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (servers[index % 2] as (typeof servers)[0]).callOk<Record<string, unknown>>(tool, {
            ...input,
          }),
        ),
      );
    const [server] = servers as [(typeof servers)[0]];
    await createGraph(server, "once", ["a"]);
    for (const [tool, input, id] of [
      ["child_create", script("console.log(1)"), "child_id"],
      ["plan_run", { graph_id: "once" }, "run_id"],
      ["graph_create", { name: "made" }, "graph_id"],
      ["tx_begin", { graph_id: "once" }, "tx_id"],
      ["cnp_announce", { task: "t", bids: [{ agent_id: "x", cost: 1 }] }, "call_id"],
    ] as const) {
      const answers = await call(tool, { ...input, idempotency_key: `key-${tool}` });
      expect(new Set(answers.map((answer) => answer[id])).size).toBe(1);
      expect(answers.filter(({ idempotent }) => idempotent === false)).toHaveLength(1);
      expect(answers.filter(({ idempotent }) => idempotent === true)).toHaveLength(9);
    }
    const { children } = await server.callOk<ChildListOutput>("child_list");
    expect(children).toHaveLength(1);
    const sets = await call("bb_set", { key: "k", value: 1, idempotency_key: "key-bb" });
    expect(new Set(sets.map(({ entry: written }) => JSON.stringify(written))).size).toBe(1);
  });

  test("hold after a restart; other arguments are a mismatch; they end with their time", async () => {
    const server = await start([...everything, "--idempotency-ttl-ms", "60000"]);
    const input = { name: "g", idempotency_key: "k" };
    const first = await server.callOk("graph_create", input);
    await server.kill("SIGKILL");
    const again = await start([...everything, "--idempotency-ttl-ms", "1"], { home: server.home });
    expect(await again.callOk("graph_create", input)).toEqual({ ...first, idempotent: true });
    expect(await codeOf(again, "graph_create", { ...input, name: "other" })).toBe(
      "E-IDEMPOTENCY-MISMATCH",
    );
    expect(await codeOf(again, "bb_set", { key: "k", value: 1, idempotency_key: "k" })).toBe(
      "E-IDEMPOTENCY-MISMATCH",
    );
    const brief = { name: "g", idempotency_key: "brief" };
    const { graph_id } = await again.callOk<{ graph_id: string }>("graph_create", brief);
    const other = await waitUntil(async () => {
      const answer = await again.callOk<{ graph_id: string; idempotent: boolean }>(
        "graph_create",
        brief,
      );
      return answer.idempotent ? undefined : answer;
    });
    expect(other.graph_id).not.toBe(graph_id);
  });

  test("work for batches, which are all or nothing, and for what could not be done any more", async () => {
    const server = await start(everything);
    await server.callOk("graph_create", { name: "g", graph_id: "later", nodes: [{ id: "a" }] });
    const run = { graph_id: "later", idempotency_key: "run" };
    const begun = await server.callOk<{ run_id: string }>("plan_run", run);
    const cycle = [{ op: "add_edge", from: "a", to: "a" }];
    await server.callOk("graph_mutate", { graph_id: "later", ops: cycle });
    expect(await server.callOk("plan_run", run)).toEqual({ ...begun, idempotent: true });
    const input = { children: [script("1"), script("2")], idempotency_key: "batch" };
    const first = await server.callOk<{ children: object[] }>("child_batch_create", input);
    expect(await server.callOk("child_batch_create", input)).toEqual({
      children: first.children,
      idempotent: true,
    });
    await createGraph(server, "batch", []);
    const ops = { graph_id: "batch", ops: [{ op: "add_node", id: "a" }], idempotency_key: "ops" };
    await server.callOk("graph_batch_mutate", ops);
    expect(await server.callOk("graph_batch_mutate", ops)).toMatchObject({
      version: 2,
      idempotent: true,
    });
    const patch = {
      graph_id: "batch",
      patch: [{ op: "replace", path: "/name", value: "x" }],
      idempotency_key: "patch",
    };
    await server.callOk("graph_patch", patch);
    expect(await server.callOk("graph_patch", patch)).toMatchObject({
      version: 3,
      idempotent: true,
    });
  });
});

test("a server that dies is cleaned up after by one that lives on", async () => {
  const [dying, living] = await twoServers({
    entry,
    args: [...everything, "--heartbeat-interval-ms", "250"],
  });
  await living.callOk("resources_list");
  await createGraph(dying, "g", [
    { id: "a", attributes: scriptNode(IDLE, { timeout_ms: 60_000, on_lost: "fail" }) },
  ]);
  const { run_id } = await startRun(dying, "g");
  const pid = await waitUntil(
    async () => (await living.callOk<ChildListOutput>("child_list", { run_id })).children[0]?.pid,
  );
  await dying.kill("SIGKILL");
  await whenGone(pid);
  const run = await waitUntil(async () => {
    const found = await living.callOk<RunSnapshot>("plan_status", { run_id });
    return found.ended_at === null ? undefined : found;
  });
  expect(run.state).toBe("failed");
});

test("a run of a living server is left alone by one that starts", async () => {
  const first = await start(everything);
  await createGraph(first, "g", [{ id: "a", attributes: { kind: "wait", ms: 60_000 } }]);
  const { run_id } = await startRun(first, "g");
  const second = await start(everything, { home: first.home });
  expect(await second.callOk("plan_status", { run_id })).toMatchObject({ state: "running" });
  await first.callOk("plan_cancel", { run_id });
  expect(await joinRun(second, run_id)).toMatchObject({ state: "cancelled" });
});

test("a server that is told to stop takes its work with it and writes down how it ended", async () => {
  const first = await start(everything);
  const stubborn = `process.on('SIGTERM', () => {}); console.log('up'); ${IDLE}`;
  const { child_id, pid } = await startChild(first, script(stubborn));
  await waitUntil(async () => (await linesOf(first, child_id)).includes("up"));
  await createGraph(first, "g", [{ id: "a", attributes: { kind: "wait", ms: 60_000 } }]);
  const { run_id } = await startRun(first, "g");
  const { ms, code } = await first.close();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(2_000);
  await whenGone(pid as number);
  const second = await start(everything, { home: first.home });
  expect(await second.callOk("child_status", { child_id })).toMatchObject({
    state: "killed",
    error: "the server is shutting down",
  });
  expect(await second.callOk("plan_status", { run_id })).toMatchObject({
    state: "cancelled",
    error: "the server was shut down",
  });
});
