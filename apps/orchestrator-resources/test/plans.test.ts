import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CausalExplainOutput } from "@faculties/schemas/orchestrator-resources/causal-explain";
import type { PlanStartOutput } from "@faculties/schemas/orchestrator-resources/plan-start";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, errorOf, everything, shared, start } from "./support/start.ts";
import {
  createGraph,
  IDLE,
  joinRun,
  runGraph,
  scriptNode,
  startRun,
  watchAll,
} from "./support/work.ts";

const server = shared([...everything, "--kill-grace-ms", "100", "--heartbeat-interval-ms", "250"]);
const nodeOf = (run: RunSnapshot, id: string) => run.nodes?.find(({ node_id }) => node_id === id);
const statesOf = (run: RunSnapshot) =>
  Object.fromEntries((run.nodes ?? []).map(({ node_id, state }) => [node_id, state]));
const eventsOf = (runId: string) =>
  watchAll<ResourceRunEvent>(server(), `sc://runs/${runId}/events`);
/** A node that prints its arguments. */
const echo = (...args: string[]) => ({
  kind: "child",
  command: process.execPath,
  args: ["-e", "console.log(process.argv.slice(1).join('|'))", ...args],
});
const fails = (text = "process.exit(3)") => scriptNode(text);

describe("data", () => {
  test("goes from inputs to nodes and from node to node, and no shell sees it", async () => {
    const json = scriptNode(`console.log(JSON.stringify({ version: "1.2", list: [{ id: 7 }] }))`);
    await createGraph(
      server(),
      "data",
      [
        { id: "build it", attributes: json },
        {
          id: "show",
          attributes: echo(
            "{{inputs.name}}",
            'v{{nodes["build it"].output.version}}',
            '{{nodes["build it"].output.list[0].id}}',
            '{{nodes["build it"].exit_code}}',
          ),
        },
        {
          id: "stdin",
          attributes: {
            ...scriptNode("process.stdin.pipe(process.stdout)"),
            stdin: "{{nodes.show.output}}",
          },
        },
        { id: "wait", attributes: { kind: "wait", ms: "{{inputs.ms}}" } },
        { id: "keep", attributes: { kind: "bb_set", key: "kept", value: "{{inputs.deep}}" } },
      ],
      [
        ["build it", "show"],
        ["show", "stdin"],
      ],
    );
    const inputs = { name: "$(rm -rf /) 'x'", ms: 5, deep: 4 };
    const run = await runGraph(server(), "data", { inputs });
    expect(run).toMatchObject({ state: "succeeded" });
    expect(nodeOf(run, "show")?.output).toBe("$(rm -rf /) 'x'|v1.2|7|0");
    expect(nodeOf(run, "stdin")?.output).toBe("$(rm -rf /) 'x'|v1.2|7|0");
    expect(nodeOf(run, "keep")?.output).toBe(4);
  });

  test("that is missing is told before the run or by the node", async () => {
    await createGraph(server(), "needs", [{ id: "a", attributes: echo("{{inputs.branch}}") }]);
    expect(await errorOf(server(), "plan_run", { graph_id: "needs" })).toMatchObject({
      code: "E-PLAN-INPUTS",
      message: 'The plan needs the inputs "branch". Pass them as inputs.',
      details: { missing: ["branch"] },
    });
    for (const [id, text, message] of [
      ["typo", "{{nodes.missing.output}}", 'there is no node "missing"'],
      ["later", "{{nodes.b.output}}", "does not come before"],
      ["fact", "{{nodes.before.outputs}}", "a node has output"],
      ["item", "{{item}}", "needs map_over"],
      ["name", "{{what ever}}", "is no name"],
    ]) {
      await createGraph(
        server(),
        `bad ${id}`,
        ["before", { id: "a", attributes: echo(text as string) }, "b"],
        [["before", "a"]],
      );
      const refused = await errorOf(server(), "plan_run", { graph_id: `bad ${id}` });
      expect(refused).toMatchObject({ code: "E-PLAN-INVALID" });
      expect(refused.message).toContain(message);
    }
    await createGraph(
      server(),
      "no field",
      [
        { id: "a", attributes: echo("text") },
        { id: "b", attributes: echo("{{nodes.a.output.x}}") },
      ],
      [["a", "b"]],
    );
    expect(await runGraph(server(), "no field")).toMatchObject({
      state: "failed",
      error: 'node "b": {{nodes.a.output.x}} has no value',
    });
  });

  test("is mapped over a list, as many at a time as allowed", async () => {
    await createGraph(
      server(),
      "mapped",
      [
        { id: "list", attributes: scriptNode("console.log(JSON.stringify(['x', 'y', 'z']))") },
        {
          id: "each",
          attributes: {
            ...echo("{{item}}", "{{index}}"),
            map_over: "{{nodes.list.output}}",
            max_parallel: 2,
          },
        },
        { id: "all", attributes: { kind: "bb_set", key: "all", value: "{{nodes.each.output}}" } },
      ],
      [
        ["list", "each"],
        ["each", "all"],
      ],
    );
    const run = await runGraph(server(), "mapped");
    expect(nodeOf(run, "each")?.output).toEqual(["x|0", "y|1", "z|2"]);
    expect(run.progress).toMatchObject({ total: 6, succeeded: 6 });
    await createGraph(server(), "unmapped", [
      { id: "a", attributes: { ...echo("{{item}}"), map_over: "{{inputs.list}}" } },
    ]);
    expect(await runGraph(server(), "unmapped", { inputs: { list: "x" } })).toMatchObject({
      state: "failed",
      error: expect.stringContaining("map_over must be a JSON list"),
    });
    expect(await runGraph(server(), "unmapped", { inputs: { list: [] } })).toMatchObject({
      state: "succeeded",
    });
  });
});

describe("conditions and triggers", () => {
  test("decide what runs", async () => {
    const when = (condition: string) => ({ kind: "noop", when: condition });
    await createGraph(
      server(),
      "choice",
      [
        { id: "test", attributes: echo("green") },
        { id: "yes", attributes: when("nodes.test.output == 'green' && inputs.branch == 'main'") },
        { id: "no", attributes: when("nodes.test.exit_code != 0 || !inputs.branch") },
        "after-no",
        { id: "end", attributes: { trigger: "all_done" } },
      ],
      [
        ["test", "yes"],
        ["test", "no"],
        ["no", "after-no"],
        ["yes", "end"],
        ["after-no", "end"],
      ],
    );
    const run = await runGraph(server(), "choice", { inputs: { branch: "main" } });
    expect(run.state).toBe("succeeded");
    expect(statesOf(run)).toEqual({
      test: "succeeded",
      yes: "succeeded",
      no: "skipped",
      "after-no": "skipped",
      end: "succeeded",
    });
    await createGraph(server(), "unreadable", [{ id: "a", attributes: when("inputs.x ==") }]);
    expect(await codeOf(server(), "plan_run", { graph_id: "unreadable" })).toBe("E-PLAN-INVALID");
  });

  test("run what deals with a failure, and what comes at the end, though the run stops", async () => {
    await createGraph(
      server(),
      "handled",
      [
        { id: "ok", attributes: scriptNode("") },
        { id: "bad", attributes: fails("console.error('why'); process.exit(3)") },
        { id: "slow", attributes: { kind: "wait", ms: 60_000 } },
        "never",
        { id: "repair", attributes: { ...echo("{{nodes.bad.stderr}}"), trigger: "any_failed" } },
        { id: "end", attributes: { trigger: "all_done" } },
      ],
      [
        ["ok", "never"],
        ["bad", "never"],
        ["bad", "repair"],
        ["slow", "end"],
        ["repair", "end"],
      ],
    );
    const run = await runGraph(server(), "handled");
    expect(run).toMatchObject({ state: "failed", error: 'node "bad": exited with code 3' });
    expect(statesOf(run)).toMatchObject({
      bad: "failed",
      slow: "cancelled",
      never: "skipped",
      repair: "succeeded",
      end: "succeeded",
    });
    expect(nodeOf(run, "repair")?.output).toBe("why");
    expect(nodeOf(run, "bad")).toMatchObject({ stderr: "why", exit_code: 3 });
  });
});

test("what succeeded is undone in reverse order when the run fails", async () => {
  const file = join(server().home.directory, "undone");
  const note = (name: string) =>
    `${process.execPath} -e "require('fs').appendFileSync(process.argv[1], '${name} ')" ${file}`;
  await createGraph(
    server(),
    "undo",
    [
      { id: "a", attributes: { undo: note("a") } },
      { id: "b", attributes: { undo: note("b") } },
      { id: "bad", attributes: fails() },
      { id: "c", attributes: { undo: note("c") } },
    ],
    [
      ["a", "b"],
      ["b", "bad"],
      ["bad", "c"],
    ],
  );
  const run = await runGraph(server(), "undo");
  expect(run).toMatchObject({ state: "failed", error: 'node "bad": exited with code 3' });
  expect(readFileSync(file, "utf8")).toBe("b a ");
  expect(nodeOf(run, "a#undo")).toMatchObject({ state: "succeeded" });
});

test("delays between tries grow", async () => {
  const attributes = { ...fails(), retries: 3, retry_delay_ms: 40, backoff: "exponential" };
  await createGraph(server(), "backoff", [{ id: "a", attributes }]);
  const run = await runGraph(server(), "backoff");
  expect(nodeOf(run, "a")).toMatchObject({ attempts: 4, state: "failed" });
  const waits = (await eventsOf(run.run_id))
    .filter(({ kind }) => kind === "WARN")
    .map(({ payload }) => (payload as { wait_ms: number }).wait_ms);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(20 * 2 ** index);
    expect(wait).toBeLessThanOrEqual(40 * 2 ** index);
  }
  expect(waits).toHaveLength(3);
});

test("attributes that look like known ones are refused when the graph is made or changed", async () => {
  const make = (attributes: object) => ({ name: "n", nodes: [{ id: "a", attributes }] });
  for (const [wrong, right] of [
    ["retry", "retries"],
    ["timeout", "timeout_ms"],
    ["back_off", "backoff"],
    ["retryDelayMs", "retry_delay_ms"],
    ["if", "when"],
  ] as const)
    expect(await errorOf(server(), "graph_create", make({ [wrong]: 3 }))).toMatchObject({
      code: "E-GRAPH-INVALID",
      details: { attribute: wrong, meant: right },
    });
  await server().callOk("graph_create", make({ duration: 3, owner: "me", weight: 2, cost: 1 }));
  await createGraph(server(), "changed", ["a"]);
  const op = { op: "set_node_attribute", id: "a", key: "retry", value: 1 };
  expect(await codeOf(server(), "graph_mutate", { graph_id: "changed", ops: [op] })).toBe(
    "E-GRAPH-INVALID",
  );
});

test("a question takes its default at its deadline, and one answer that is among its choices", async () => {
  const ask = (more: object) => ({ kind: "ask", question: "Go?", choices: ["yes", "no"], ...more });
  await createGraph(server(), "late", [
    { id: "a", attributes: ask({ deadline_ms: 50, default: "no" }) },
  ]);
  expect(nodeOf(await runGraph(server(), "late"), "a")?.output).toBe("no");
  await createGraph(server(), "asks", [{ id: "a", attributes: ask({}) }]);
  const { run_id } = await startRun(server(), "asks");
  const joined = { run_ids: [run_id], until: "needs_input" };
  expect(await server().callOk("plan_join", joined)).toMatchObject({
    satisfied: true,
    runs: [
      {
        state: "running",
        needs_input: [{ node_id: "a", question: "Go?", choices: ["yes", "no"] }],
      },
    ],
  });
  expect(await codeOf(server(), "plan_answer", { run_id, answer: "perhaps" })).toBe(
    "E-PLAN-ANSWER",
  );
  expect(await codeOf(server(), "plan_answer", { run_id, node_id: "b", answer: "yes" })).toBe(
    "E-PLAN-ANSWER",
  );
  await server().callOk("plan_answer", { run_id, answer: "yes" });
  expect(nodeOf(await joinRun(server(), run_id), "a")?.output).toBe("yes");
  expect(await codeOf(server(), "plan_answer", { run_id, answer: "yes" })).toBe("E-PLAN-COMPLETED");
});

describe("plan_start", () => {
  const node = process.execPath;

  test("runs steps in one call and tells how each failure looked", async () => {
    const report = await server().callOk<PlanStartOutput>("plan_start", {
      steps: [
        { id: "build", run: `${node} -e "console.log('built {{inputs.what}}')"` },
        {
          id: "test",
          run: `${node} -e "console.log('1 of 2'); console.error('boom'); process.exit(7)"`,
        },
        { id: "deploy", run: `${node} -e 1` },
      ],
      inputs: { what: "all" },
    });
    expect(report).toMatchObject({
      state: "failed",
      progress: { total: 3, succeeded: 1, failed: 1, skipped: 1, open: 0 },
      failed: [
        {
          node_id: "test",
          error: "exited with code 7",
          exit_code: 7,
          stdout_tail: "1 of 2",
          stderr_tail: "boom",
        },
      ],
      outputs: { build: "built all" },
    });
    expect(JSON.stringify(report).length).toBeLessThan(1_500);
  });

  test("answers early when somebody is asked or the time is up", async () => {
    const asked = await server().callOk<PlanStartOutput>("plan_start", {
      steps: [
        { id: "ok", ask: "Go?" },
        { id: "go", run: `${node} -e 1` },
      ],
    });
    expect(asked).toMatchObject({ state: "running", needs_input: [{ node_id: "ok" }] });
    await server().callOk("plan_answer", { run_id: asked.run_id, answer: "sure" });
    expect(await joinRun(server(), asked.run_id)).toMatchObject({ state: "succeeded" });
    const key = { idempotency_key: "started" };
    const steps = [{ run: `${node} -e "${IDLE}"` }];
    const first = await server().callOk<PlanStartOutput>("plan_start", {
      steps,
      wait_ms: 0,
      ...key,
    });
    const again = await server().callOk<PlanStartOutput>("plan_start", {
      steps,
      wait_ms: 0,
      ...key,
    });
    expect(again).toMatchObject({ run_id: first.run_id, idempotent: true });
    await server().callOk("plan_cancel", { run_id: first.run_id });
  });

  test("refuses what it cannot do before anything runs", async () => {
    const code = (steps: object[]) => codeOf(server(), "plan_start", { steps });
    expect(await code([{ run: "sh -c true" }])).toBe("E-CHILD-DENIED");
    expect(await code([{ run: `${node} -e 1 | cat` }])).toBe("E-INPUT-INVALID");
    expect(await code([{ run: `${node} -e "1` }])).toBe("E-INPUT-INVALID");
    expect(await code([{ id: "a" }])).toBe("E-INPUT-INVALID");
    expect(await code([{ run: node, after: ["b"] }])).toBe("E-INPUT-INVALID");
    expect(await code([])).toBe("E-INPUT-INVALID");
  });
});

test("causal memory names the node that failed, and what skipped the others", async () => {
  await createGraph(
    server(),
    "causes",
    ["first", { id: "bad", attributes: fails() }, "y", "z"],
    [
      ["first", "bad"],
      ["bad", "y"],
      ["y", "z"],
    ],
  );
  const { run_id } = await runGraph(server(), "causes");
  const explain = (outcome: string, cause: string) =>
    server().callOk<CausalExplainOutput>("causal_explain", {
      outcome_id: `${run_id}${outcome}`,
      cause_id: `${run_id}/${cause}`,
    });
  expect((await explain(":ended", "bad:ended")).path).toEqual([
    `${run_id}/bad:ended`,
    `${run_id}:ended`,
  ]);
  expect((await explain("/z:ended", "bad:ended")).path).toEqual(
    ["/bad:ended", "/y:ended", "/z:ended"].map((step) => `${run_id}${step}`),
  );
  expect((await explain(":ended", "first:started")).depth).toBeGreaterThan(1);
});

test("tries of a tree do not overlap", async () => {
  const file = join(server().home.directory, "overlap");
  const text = `const fs = require("node:fs"); const f = ${JSON.stringify(file)};
    if (fs.existsSync(f)) { fs.writeFileSync(f + ".overlap", ""); process.exit(0); }
    fs.writeFileSync(f, ""); process.on("SIGTERM", () => setTimeout(() => { fs.unlinkSync(f); process.exit(1) }, 60)); ${IDLE}`;
  const timed = {
    type: "timeout",
    timeout_ms: 300,
    child: { type: "task", id: "a", attributes: scriptNode(text) },
  };
  const tree = { type: "retry", attempts: 2, child: timed };
  const { run_id } = await server().callOk<{ run_id: string }>("plan_run_bt", { tree });
  expect(await joinRun(server(), run_id)).toMatchObject({
    state: "failed",
    nodes: [{ attempts: 2 }],
  });
  expect(existsSync(`${file}.overlap`)).toBe(false);
});

test("heartbeats do not push out what happened", async () => {
  const brief = await start([
    ...everything,
    "--heartbeat-interval-ms",
    "250",
    "--max-event-history",
    "6",
  ]);
  await createGraph(brief, "waits", [{ id: "a", attributes: { kind: "wait", ms: 60_000 } }]);
  const { run_id } = await startRun(brief, "waits");
  const kinds = async () =>
    (await watchAll<ResourceRunEvent>(brief, `sc://runs/${run_id}/events`)).map(({ kind }) => kind);
  await waitUntil(async () => (await kinds()).filter((kind) => kind === "HEARTBEAT").length >= 3, {
    timeoutMs: 20_000,
  });
  expect(await kinds()).toEqual(expect.arrayContaining(["PLAN", "START"]));
  await brief.callOk("plan_cancel", { run_id });
});

test("answers about many nodes with long outputs are bounded, and each output can be had whole", async () => {
  const long = scriptNode("console.log('x'.repeat(30000))");
  const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
  await createGraph(
    server(),
    "long",
    ids.map((id) => ({ id, attributes: long })),
  );
  const { run_id } = await startRun(server(), "long", { max_parallel: 16 });
  await joinRun(server(), run_id);
  const run = await server().callOk<RunSnapshot>("plan_status", { run_id, include_nodes: true });
  expect(JSON.stringify(run).length).toBeLessThan(60_000);
  expect((run.nodes?.length ?? 0) + (run.nodes_omitted ?? 0)).toBe(40);
  expect(run.nodes?.[0]).toMatchObject({ output_truncated: true });
  const one = await server().callOk<RunSnapshot>("plan_status", { run_id, node_ids: ["n39"] });
  expect(one.nodes).toMatchObject([{ node_id: "n39", output: "x".repeat(30_000) }]);
});
