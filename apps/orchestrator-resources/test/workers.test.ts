import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ChildListOutput } from "@faculties/schemas/orchestrator-resources/child-list";
import type { ChildSnapshot } from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { PlanDryRunOutput } from "@faculties/schemas/orchestrator-resources/plan-dry-run";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import {
  administrate,
  cuttingProxy,
  runProgram,
  type TestServer,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { codeOf, entry, everything, start } from "./support/start.ts";
import {
  createGraph,
  endOf,
  IDLE,
  isAlive,
  joinRun,
  linesOf,
  runGraph,
  scriptNode,
  startRun,
  watchAll,
  whenGone,
} from "./support/work.ts";
import { BRISK, startWorker, type TestWorker } from "./support/worker.ts";

const remote = (text: string, worker_label: string, more: Record<string, unknown> = {}) =>
  scriptNode(text, { worker_label, ...more });

/** Leaves its process id in a file; the first one stays, a later one tells which of those before it are alive. */
const LOOKS_FOR_EARLIER_TRIES = `
  const fs = require("node:fs");
  const before = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split(" ") : [];
  fs.appendFileSync(file, process.pid + " ");
  const isAlive = (pid) => { try { return process.kill(Number(pid), 0); } catch { return false; } };
  if (before.length === 0) setInterval(() => {}, 1000);
  else console.log("before: " + before.length + ", alive: " + before.filter(isAlive).length);`;

let server: TestServer<"2025">;
let first: TestWorker;
let second: TestWorker;

beforeAll(async () => {
  server = await start([...everything, ...BRISK]);
  [first, second] = await Promise.all([
    startWorker(server.home, "gpu,both"),
    startWorker(server.home, "big,both"),
  ]);
});

async function childOf(caller: TestServer<"2025">, runId: string): Promise<ChildSnapshot> {
  return waitUntil(
    async () => {
      const filter = { run_id: runId, states: ["running"] };
      return (await caller.callOk<ChildListOutput>("child_list", filter)).children[0];
    },
    { what: `a child of ${runId}`, timeoutMs: 10_000 },
  );
}

async function eventsOf(runId: string): Promise<ResourceRunEvent[]> {
  return watchAll<ResourceRunEvent>(server, `sc://runs/${runId}/events`);
}

/** Starts a run of one node that never ends by itself, and waits until it runs. */
async function startIdle(graphId: string, label: string, more: Record<string, unknown> = {}) {
  const attributes = remote(`console.log('up'); ${IDLE}`, label, more);
  await createGraph(server, graphId, [{ id: "a", attributes }]);
  const { run_id } = await startRun(server, graphId);
  const child = await childOf(server, run_id);
  await waitUntil(async () => (await linesOf(server, child.child_id)).includes("up"));
  return { runId: run_id, child };
}

describe("nodes with a label", () => {
  test("run on a worker that has it, and others where the run was started", async () => {
    await createGraph(
      server,
      "spread",
      [
        { id: "a", attributes: remote("console.log('on gpu')", "gpu") },
        { id: "b", attributes: remote("console.log('on big')", "big") },
        { id: "c", attributes: scriptNode("console.log('here')") },
      ],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    );
    const run = await runGraph(server, "spread");
    expect(run).toMatchObject({
      state: "succeeded",
      nodes: [
        { node_id: "a", state: "succeeded", output: "on gpu", exit_code: 0, attempts: 1 },
        { node_id: "b", state: "succeeded", output: "on big" },
        { node_id: "c", state: "succeeded", output: "here" },
      ],
    });
    const statuses = await Promise.all(
      (run.nodes ?? []).map(({ child_id }) => server.callOk("child_status", { child_id })),
    );
    expect(statuses).toMatchObject([
      { worker_id: first.id, host: hostname(), state: "exited", run_id: run.run_id },
      { worker_id: second.id, host: hostname() },
      { worker_id: null, host: hostname() },
    ]);
    const kinds = (await eventsOf(run.run_id))
      .filter(({ nodeId }) => nodeId === "a")
      .map(({ kind, childId }) => [kind, childId !== null]);
    expect(kinds).toEqual([
      ["START", false],
      ["START", true],
      ["STATUS", true],
      ["STATUS", true],
    ]);
  });

  test("have all their output in the store, in order", async () => {
    const text = "for (let i = 0; i < 3000; i += 1) console.log('line ' + i)";
    await createGraph(server, "chatty", [{ id: "a", attributes: remote(text, "both") }]);
    const { nodes } = await runGraph(server, "chatty");
    const lines = await linesOf(server, nodes?.[0]?.child_id as string);
    expect(lines).toEqual(Array.from({ length: 3000 }, (_, index) => `line ${index}`));
  });

  test("are refused by what the worker allows, not by what the server does", async () => {
    const attributes = { kind: "child", command: "/bin/sh", worker_label: "gpu" };
    await createGraph(server, "denied", [{ id: "a", attributes }]);
    const run = await runGraph(server, "denied");
    expect(run.state).toBe("failed");
    expect(run.nodes?.[0]?.error).toBe(
      `The command "/bin/sh" is not allowed; ${process.execPath} is allowed. The operator allows one with --allow-command.`,
    );
  });

  test("wait when no worker has the label, and say so, until one joins", async () => {
    await createGraph(server, "rare", [{ id: "a", attributes: remote("", "rare") }]);
    const labels = async () =>
      (await server.callOk<PlanDryRunOutput>("plan_dry_run", { graph_id: "rare" })).labels;
    expect(await labels()).toEqual([{ label: "rare", nodes: 1, workers: 0 }]);
    const { run_id } = await startRun(server, "rare");
    const told = await waitUntil(async () =>
      (await eventsOf(run_id)).find(({ kind }) => kind === "PENDING"),
    );
    expect(told).toMatchObject({
      level: "warn",
      nodeId: "a",
      payload: { message: 'no worker has the label "rare"; the node waits for one', label: "rare" },
    });
    const status = { run_id, include_nodes: true };
    expect(await server.callOk<RunSnapshot>("plan_status", status)).toMatchObject({
      progress: { pending: 1, running: 0 },
      nodes: [{ node_id: "a", state: "pending" }],
    });
    const worker = await startWorker(server.home, "rare");
    expect(await labels()).toEqual([{ label: "rare", nodes: 1, workers: 1 }]);
    expect(await joinRun(server, run_id)).toMatchObject({ state: "succeeded" });
    const { stdout } = await runProgram({ entry, args: ["doctor"], home: server.home });
    expect(stdout).toContain(`rare: ${hostname()} (pid ${worker.pid})`);
    await worker.kill("SIGTERM");
    expect(await labels()).toEqual([{ label: "rare", nodes: 1, workers: 0 }]);
  });
});

describe("a worker that ends", () => {
  test("by kill -9 has its nodes tried again elsewhere, or not, as they say", async () => {
    const dies = await startWorker(server.home, "frail,lone");
    const [lone, frail] = await Promise.all([
      startIdle("lone", "lone", { on_lost: "fail" }),
      startIdle("frail", "frail"),
    ]);
    const next = await startWorker(server.home, "frail");
    await dies.kill("SIGKILL");
    const error = `the worker on ${hostname()} that ran it ended unexpectedly`;
    expect(await joinRun(server, lone.runId)).toMatchObject({
      state: "failed",
      nodes: [{ state: "failed", error, attempts: 1 }],
    });
    for (const { child } of [lone, frail]) {
      expect(isAlive(child.pid as number)).toBe(false);
      expect(await endOf(server, child.child_id)).toMatchObject({
        state: "lost",
        worker_id: dies.id,
      });
    }
    expect(await childOf(server, frail.runId)).toMatchObject({ worker_id: next.id });
    const status = { run_id: frail.runId, include_nodes: true };
    expect(await server.callOk("plan_status", status)).toMatchObject({
      state: "running",
      nodes: [{ attempts: 2, lost_tries: 1 }],
    });
    await server.callOk("plan_cancel", { run_id: frail.runId });
    await next.kill("SIGTERM");
  });

  test("by SIGTERM ends what it runs, which is tried again elsewhere", async () => {
    const workers = await Promise.all([
      startWorker(server.home, "leaving"),
      startWorker(server.home, "leaving"),
    ]);
    const { runId, child } = await startIdle("leaving", "leaving", { retries: 1 });
    const [leaving, staying] = workers.toSorted(({ id }) => (id === child.worker_id ? -1 : 1));
    await leaving?.kill("SIGTERM");
    expect(isAlive(child.pid as number)).toBe(false);
    expect(await childOf(server, runId)).toMatchObject({ worker_id: staying?.id });
    const warning = (await eventsOf(runId)).find(({ kind }) => kind === "WARN");
    expect(warning?.payload).toMatchObject({ attempt: 1, error: "the worker was shut down" });
    await server.callOk("plan_cancel", { run_id: runId });
  });
});

describe("a worker that is cut off", () => {
  test("ends what it runs before anybody else begins it, and takes part again when it is back", async () => {
    const strict = ["--host-silence-ms", "4000"];
    const url = new URL(server.home.env["DATABASE_URL"] as string);
    const proxy = await cuttingProxy(Number(url.port));
    url.port = String(proxy.port);
    const [watching, far] = await Promise.all([
      start([...everything, ...BRISK, ...strict], { home: server.home }),
      startWorker(server.home, "lonely", {
        args: ["--host-name", "far", ...strict],
        env: { DATABASE_URL: url.href },
      }),
    ]);
    const file = join(server.home.directory, "tries");
    const text = `const file = ${JSON.stringify(file)}; ${LOOKS_FOR_EARLIER_TRIES}`;
    // On a busy machine it may seem to be cut off before it is, which costs a try.
    const attributes = remote(text, "lonely", { retries: 5 });
    await createGraph(watching, "lonely", [{ id: "a", attributes }]);
    const { run_id } = await startRun(watching, "lonely");
    const child = await childOf(watching, run_id);
    expect(child).toMatchObject({ host: "far", worker_id: far.id });
    await waitUntil(() => existsSync(file), { what: "the first try" });
    proxy.cutOff();
    const next = await startWorker(server.home, "lonely", { args: strict });
    expect(await joinRun(watching, run_id)).toMatchObject({
      state: "succeeded",
      nodes: [{ output: expect.stringMatching(/^before: \d+, alive: 0$/) }],
    });
    const warnings = (await eventsOf(run_id)).filter(({ kind }) => kind === "WARN");
    expect(warnings.at(-1)?.payload).toMatchObject({
      error: "the worker on far that ran it ended unexpectedly",
    });

    await next.kill("SIGTERM");
    proxy.restore();
    await createGraph(watching, "back", [
      { id: "a", attributes: remote("", "lonely", { retries: 5 }) },
    ]);
    expect(await runGraph(watching, "back")).toMatchObject({ state: "succeeded" });
    expect(await watching.callOk("plan_status", { run_id })).toMatchObject({ state: "succeeded" });
  });
});

test("a worker serves its own tenant alone", async () => {
  // The name of the second one was once that of the queue's schema.
  const [ours, theirs, without, worker] = await Promise.all([
    start([...everything, ...BRISK, "--tenant", "red"], { home: server.home }),
    start([...everything, ...BRISK, "--tenant", "queue"], { home: server.home }),
    start([...everything, ...BRISK], { home: server.home }),
    startWorker(server.home, "shared", { args: ["--tenant", "red"] }),
  ]);
  const attributes = remote("console.log('done')", "shared");
  const graph = [{ id: "a", attributes }];
  for (const one of [ours, theirs, without]) await createGraph(one, "same", graph);
  const [mine, ...others] = await Promise.all(
    [ours, theirs, without].map((one) => startRun(one, "same")),
  );
  expect(await joinRun(ours, mine?.run_id as string)).toMatchObject({ state: "succeeded" });
  for (const [at, other] of [theirs, without].entries()) {
    const uri = `sc://runs/${others[at]?.run_id}/events`;
    await waitUntil(async () =>
      (await watchAll<ResourceRunEvent>(other, uri)).some(({ kind }) => kind === "PENDING"),
    );
  }
  // By now it was offered everything that it ever will be.
  expect(await runGraph(ours, "same")).toMatchObject({ state: "succeeded" });
  for (const other of [theirs, without])
    expect(
      (await other.callOk<ChildListOutput>("child_list", {})).children.filter(
        ({ worker_id }) => worker_id === worker.id,
      ),
    ).toEqual([]);
});

describe("a run with remote children", () => {
  test("is reached by whatever ends it: the processes are gone", async () => {
    const ways: [string, string, (runId: string, child: ChildSnapshot) => object][] = [
      ["plan_cancel", "cancelled", (run_id) => ({ run_id })],
      ["op_cancel", "failed", (_, { op_id }) => ({ op_id })],
      ["child_kill", "failed", (_, { child_id }) => ({ child_id })],
      ["child_cancel", "failed", (_, { child_id }) => ({ child_id })],
    ];
    await Promise.all(
      ways.map(async ([tool, state, input]) => {
        const { runId, child } = await startIdle(`by ${tool}`, "both");
        await server.callOk(tool, { ...input(runId, child) });
        await whenGone(child.pid as number);
        expect(await endOf(server, child.child_id)).toMatchObject({ state: "killed" });
        expect(await joinRun(server, runId)).toMatchObject({ state, nodes: [{ state }] });
      }),
    );
  });

  test("lets them be limited from afar, as far as the worker allows, and says what it refuses", async () => {
    const narrow = await startWorker(server.home, "narrow", { args: ["--memory-limit-mb", "300"] });
    const { runId, child } = await startIdle("narrow", "narrow");
    const { child_id } = child;
    const limits = { child_id, cpu_percent: 50, memory_limit_mb: 250 };
    expect(await server.callOk("child_set_limits", limits)).toMatchObject(limits);
    // The server itself would allow this.
    expect(await codeOf(server, "child_set_limits", { child_id, memory_limit_mb: 400 })).toBe(
      "E-CHILD-LIMIT",
    );
    // A node's input is given with the node, so its stdin is closed, wherever it runs.
    expect(await codeOf(server, "child_send", { child_id, data: "hello" })).toBe("E-CHILD-STATE");
    await server.callOk("child_set_limits", { child_id, timeout_ms: 1 });
    expect(await endOf(server, child_id)).toMatchObject({
      state: "timed_out",
      memory_limit_mb: 250,
    });
    expect(await joinRun(server, runId)).toMatchObject({ state: "failed" });
    await narrow.kill("SIGTERM");
  });

  test("starts nothing while it is paused", async () => {
    await createGraph(server, "paused", [{ id: "a", attributes: remote("", "late") }]);
    const { run_id } = await startRun(server, "paused");
    await waitUntil(async () => (await eventsOf(run_id)).some(({ kind }) => kind === "PENDING"));
    await server.callOk("plan_pause", { run_id });
    const worker = await startWorker(server.home, "late,sign");
    await createGraph(server, "sign", [{ id: "a", attributes: remote("", "sign") }]);
    // By the time that it has done this it was offered the other, too.
    expect(await runGraph(server, "sign")).toMatchObject({ state: "succeeded" });
    const { children } = await server.callOk<ChildListOutput>("child_list", { run_id });
    expect(children).toEqual([]);
    await server.callOk("plan_resume", { run_id });
    expect(await joinRun(server, run_id)).toMatchObject({ state: "succeeded" });
    await worker.kill("SIGTERM");
  });

  test("continues when all connections to the database are cut", async () => {
    const text = "setTimeout(() => console.log('done'), 600); console.log('up')";
    await createGraph(server, "cut", [{ id: "a", attributes: remote(text, "both") }]);
    const { run_id } = await startRun(server, "cut");
    await childOf(server, run_id);
    await administrate(
      server.home.env["DATABASE_URL"] as string,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(await joinRun(server, run_id)).toMatchObject({
      state: "succeeded",
      nodes: [{ output: "up\ndone", attempts: 1 }],
    });
  });

  test("keeps what its workers do when its server is killed, and another server continues it", async () => {
    const other = await start([...everything, ...BRISK], { home: server.home });
    const text = "setTimeout(() => console.log('kept'), 1500)";
    await createGraph(
      other,
      "left",
      [
        { id: "a", attributes: remote(text, "both") },
        { id: "b", attributes: { kind: "bb_set", key: "left:b", value: "{{nodes.a.output}}" } },
      ],
      [["a", "b"]],
    );
    const { run_id } = await startRun(other, "left");
    await childOf(other, run_id);
    await other.kill("SIGKILL");
    expect(await joinRun(server, run_id)).toMatchObject({
      state: "succeeded",
      nodes: [{ output: "kept", attempts: 1 }, { output: "kept" }],
    });
    const { children } = await server.callOk<ChildListOutput>("child_list", { run_id });
    expect(children).toHaveLength(1);
  });

  test("leaves nothing behind when its server is told to stop and runs end with it", async () => {
    const other = await start([...everything, ...BRISK], { home: server.home });
    await createGraph(other, "stopped", [{ id: "a", attributes: remote(IDLE, "both") }]);
    const { run_id } = await startRun(other, "stopped");
    const child = await childOf(other, run_id);
    await other.kill("SIGTERM");
    await whenGone(child.pid as number);
    expect(await joinRun(server, run_id)).toMatchObject({
      state: "cancelled",
      error: "the server was shut down",
    });
    expect(await endOf(server, child.child_id)).toMatchObject({ state: "killed" });
  });

  test("gets its nodes to workers though claims fail for a while", async () => {
    const url = server.home.env["DATABASE_URL"] as string;
    const refuse = `create function refuse_claims() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger refuse_claims before update on remote_tasks for each row when (new.state = 'taken') execute function refuse_claims()`;
    await administrate(url, `set search_path to orchestrator_resources; ${refuse}`);
    const nodes = Array.from({ length: 6 }, (_, index) => ({
      id: `n${index}`,
      attributes: remote("", "both"),
    }));
    await createGraph(server, "refused", nodes);
    const { run_id } = await startRun(server, "refused", { max_parallel: 6 });
    await waitUntil(() => first.stderr().includes("did not do what the worker asked"), {
      timeoutMs: 20_000,
    });
    await administrate(
      url,
      `set search_path to orchestrator_resources; drop trigger refuse_claims on remote_tasks; drop function refuse_claims()`,
    );
    expect(await joinRun(server, run_id)).toMatchObject({
      state: "succeeded",
      progress: { succeeded: 6 },
    });
  });
});
