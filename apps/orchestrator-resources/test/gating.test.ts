import { FEATURE_NAMES } from "@faculties/schemas/orchestrator-resources/feature-toggles";
import type { McpCapabilitiesOutput } from "@faculties/schemas/orchestrator-resources/mcp-capabilities";
import type { McpInfoOutput } from "@faculties/schemas/orchestrator-resources/mcp-info";
import { resultText, runProgram, startHttp, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, entry, errorOf, everything, shared, start } from "./support/start.ts";
import { linesOf, script, startChild } from "./support/work.ts";

const names = async (server: { listTools(): Promise<{ name: string }[]> }) =>
  (await server.listTools()).map(({ name }) => name);

const CORE = [
  "child_cancel",
  "child_create",
  "child_gc",
  "child_kill",
  "child_list",
  "child_send",
  "child_status",
  "graph_centrality",
  "graph_create",
  "graph_critical_path",
  "graph_export",
  "graph_get",
  "graph_mutate",
  "graph_paths",
  "graph_summarize",
  "graph_validate",
  "mcp_capabilities",
  "mcp_info",
  "plan_answer",
  "plan_join",
  "plan_list",
  "plan_reduce",
  "plan_run",
  "plan_start",
];

const plain = shared([]);
const resources = shared(["--enable-resources"]);
const graphs = shared(["--enable-graphs"]);
const all = shared(["--enable-all"]);

describe("tools/list", () => {
  test("shows the two introspection tools and no other by default", async () => {
    expect(await names(plain())).toEqual(["mcp_capabilities", "mcp_info"]);
  });

  test("--enable-resources adds exactly three", async () => {
    expect(await names(resources())).toEqual([
      "mcp_capabilities",
      "mcp_info",
      "resources_list",
      "resources_read",
      "resources_watch",
    ]);
  });

  test("any other module brings what it works on", async () => {
    expect(await names(await start(["--enable-tx"]))).toEqual(
      [...CORE, "tx_apply", "tx_begin", "tx_commit", "tx_rollback"].toSorted(),
    );
    expect(
      await names(await start(["--enable-tx", "--disable-children", "--disable-runs"])),
    ).toEqual(
      [
        ...CORE.filter((name) => !/^(child|plan)_/.test(name)),
        "tx_apply",
        "tx_begin",
        "tx_commit",
        "tx_rollback",
      ].toSorted(),
    );
    expect(
      await names(await start(["--enable-graphs", "--enable-children", "--enable-runs"])),
    ).toEqual(CORE);
  });

  test("--enable-all shows everything but what is switched off", async () => {
    const listed = await names(all());
    expect(listed).toHaveLength(72);
    const without = listed.filter((name) => !name.startsWith("tx_"));
    expect(await names(await start(["--enable-all", "--disable-tx"]))).toEqual(without);
    expect(await names(await start(["--disable-mcp-introspection"]))).toEqual([]);
  });

  test("every flag has a variable", async () => {
    const env = {
      ORCHESTRATOR_ENABLE_RESOURCES: "1",
      ORCHESTRATOR_ENABLE_MCP_INTROSPECTION: "false",
    };
    expect(await names(await start([], { env }))).toEqual([
      "resources_list",
      "resources_read",
      "resources_watch",
    ]);
  });

  test("a tool that is off says which flag turns it on", async () => {
    expect(await errorOf(resources(), "tx_begin", { graph_id: "g" })).toEqual({
      code: "E-FEATURE-DISABLED",
      message: "tx_begin is off. Start the server with --enable-tx to switch it on.",
      details: { tool: "tx_begin" },
    });
    expect((await errorOf(resources(), "graph_create", {})).message).toContain("--enable-graphs");
    await expect(resources().call("no_such_tool")).rejects.toThrow("Unknown tool");
  });

  test.each([
    ["idempotency_key", "graph_create", { name: "g" }, "--enable-idempotency"],
    ["holder", "graph_mutate", { graph_id: "g", ops: [] }, "--enable-locks"],
  ])("%s is an argument only while its module is on", async (argument, tool, input, flag) => {
    const off = graphs();
    const schemaOf = async (server: Pick<typeof off, "listTools">) =>
      (await server.listTools()).find(({ name }) => name === tool)?.inputSchema.properties;
    expect(await schemaOf(off)).not.toHaveProperty(argument);
    const refused = await errorOf(off, tool, { ...input, [argument]: "k" });
    expect(refused).toMatchObject({ code: "E-INPUT-INVALID" });
    expect(refused.message).toContain(flag);
    expect(await schemaOf(await start([flag]))).toHaveProperty(argument);
  });

  test("what is asked for by name is on, and nothing else is listed", async () => {
    expect(await names(await start(["--toolsets", "tx,locks"]))).toEqual([
      "graph_lock",
      "graph_unlock",
      "tx_apply",
      "tx_begin",
      "tx_commit",
      "tx_rollback",
    ]);
    expect(await names(await start(["--tools", "bb_get,plan_run"]))).toEqual([
      "bb_get",
      "plan_run",
    ]);
  });
});

describe("settings", () => {
  test.each([
    [["--enable-everything"], "Unknown flag --enable-everything"],
    [["--enable-tx=maybe"], "must be true or false"],
    [["--max-children", "0"], "from 1 to 1024"],
    [["--max-children", "many"], "whole number"],
    [["--heartbeat-interval-ms", "100"], "from 250"],
    [["--cpu-percent", "101"], "from 1 to 100"],
    [["--max-event-history"], "needs a value"],
  ])("%j is an error with exit code 2", async (args, reason) => {
    const run = await runProgram({ entry, args });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(reason);
  });

  test("mcp_info reports the defaults of the contract", async () => {
    const info = await plain().callOk<McpInfoOutput>("mcp_info");
    expect(info).toEqual({
      server: { name: "orchestrator-resources", version: "0.1.0", mcpVersion: "2026-07-28" },
      transports: {
        stdio: { enabled: true },
        http: {
          enabled: false,
          host: null,
          port: null,
          path: null,
          enableJson: false,
          stateless: false,
        },
      },
      features: Object.fromEntries(
        FEATURE_NAMES.map((name) => [name, name === "enableMcpIntrospection"]),
      ),
      timings: {
        btTickMs: 50,
        stigHalfLifeMs: 30_000,
        supervisorStallTicks: 6,
        defaultTimeoutMs: 60_000,
        autoscaleCooldownMs: 10_000,
        heartbeatIntervalMs: 2_000,
      },
      safety: { maxChildren: 16, memoryLimitMb: 512, cpuPercent: 100 },
      limits: { maxInputBytes: 524_288, defaultTimeoutMs: 60_000, maxEventHistory: 5_000 },
    });
  });

  test("what the server is can be asked when its database is away, and nothing else", async () => {
    const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    await using server = await start(everything, { env });
    const info = await server.callOk<McpInfoOutput>("mcp_info");
    const { namespaces } = await server.callOk<McpCapabilitiesOutput>("mcp_capabilities");
    expect([info.server.name, namespaces.length > 20]).toEqual(["orchestrator-resources", true]);
    expect(await codeOf(server, "graph_get", { graph_id: "g" })).toBe("E-STORAGE");
  });

  test("mcp_info reports what was set, and HTTP when it is served", async () => {
    const args = [
      "--bt-tick-ms",
      "20",
      "--stig-half-life-ms",
      "1000",
      "--supervisor-stall-ticks",
      "3",
      "--default-timeout-ms",
      "5000",
      "--autoscale-cooldown-ms",
      "0",
      "--heartbeat-interval-ms",
      "250",
      "--max-children",
      "4",
      "--memory-limit-mb",
      "64",
      "--cpu-percent",
      "50",
      "--max-event-history",
      "100",
      "--max-input-bytes",
      "4096",
      "--enable-bt",
    ];
    const http = await startHttp({ entry, args });
    const info = await (await http.connect()).callOk<McpInfoOutput>("mcp_info");
    expect(info.timings).toEqual({
      btTickMs: 20,
      stigHalfLifeMs: 1_000,
      supervisorStallTicks: 3,
      defaultTimeoutMs: 5_000,
      autoscaleCooldownMs: 0,
      heartbeatIntervalMs: 250,
    });
    expect(info.safety).toEqual({ maxChildren: 4, memoryLimitMb: 64, cpuPercent: 50 });
    expect(info.limits).toEqual({
      maxInputBytes: 4_096,
      defaultTimeoutMs: 5_000,
      maxEventHistory: 100,
    });
    expect(info.features).toMatchObject({ enableBT: true, enableTx: false });
    expect(info.transports).toMatchObject({
      stdio: { enabled: false },
      http: { enabled: true, host: "127.0.0.1", path: "/mcp" },
    });
  });

  test("an input over the limit is refused", async () => {
    const input = { name: "x".repeat(530_000) };
    const { code, details } = await errorOf(graphs(), "graph_create", input);
    expect(code).toBe("E-INPUT-TOO-LARGE");
    expect(details).toMatchObject({ maxInputBytes: 524_288 });
  });

  test("a call that takes too long is stopped, and a wait answers how far things are", async () => {
    const server = await start([
      ...everything,
      "--default-timeout-ms",
      "3000",
      "--kill-grace-ms",
      "60000",
    ]);
    await server.callOk("graph_create", {
      name: "slow",
      graph_id: "slow",
      nodes: [{ id: "a", attributes: { kind: "wait", ms: 60_000 } }],
    });
    const { run_id } = await server.callOk<{ run_id: string }>("plan_run", { graph_id: "slow" });
    const joined = await server.callOk("plan_join", { run_ids: [run_id] });
    expect(joined).toMatchObject({
      satisfied: false,
      timed_out: true,
      runs: [{ state: "running" }],
    });
    const stubborn =
      "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
    const { child_id, op_id } = await startChild(server, script(stubborn, { timeout_ms: 60_000 }));
    await waitUntil(async () => (await linesOf(server, child_id)).includes("up"));
    expect(await codeOf(server, "op_cancel", { op_id })).toBe("E-TIMEOUT");
    await server.callOk("child_kill", { child_id });
  });
});

test("mcp_capabilities agrees with tools/list, and has one namespace per active toggle", async () => {
  for (const [server, size] of [
    [resources(), 2],
    [all(), FEATURE_NAMES.length + 3],
  ] as const) {
    const { namespaces, schemas, limits } =
      await server.callOk<McpCapabilitiesOutput>("mcp_capabilities");
    expect(Object.keys(schemas).toSorted()).toEqual(await names(server));
    const known = namespaces.map(({ name }) => name);
    expect(new Set(known).size).toBe(size);
    for (const { namespace } of Object.values(schemas)) expect(known).toContain(namespace);
    expect(limits).toEqual({ maxEventHistory: 5_000 });
  }
});

test("mcp_capabilities names the modules that are off, each with its flag", async () => {
  const server = await start(["--enable-graphs", "--enable-tx"]);
  const { available, namespaces } = await server.callOk<McpCapabilitiesOutput>("mcp_capabilities");
  expect(available).toContainEqual({
    name: "blackboard",
    description: "Shared entries with TTL, tags and versions",
    flag: "--enable-blackboard",
  });
  const on = new Set(namespaces.map(({ name }) => name));
  expect(available.filter(({ name }) => on.has(name))).toEqual([]);
  const whole = await start(["--enable-tx", ...available.map(({ flag }) => flag)]);
  expect(await whole.callOk<McpCapabilitiesOutput>("mcp_capabilities")).toMatchObject({
    available: [],
  });
});

test("mcp_capabilities names, and the instructions speak of, nothing that was not asked for", async () => {
  const server = await start(["--toolsets", "mcp,plan", "--tools", "bb_get,bb_set", "--read-only"]);
  const { namespaces, schemas } = await server.callOk<McpCapabilitiesOutput>("mcp_capabilities");
  const named = Object.keys(schemas).toSorted();
  expect(named).toEqual(await names(server));
  expect(named).not.toContain("bb_set");
  expect(namespaces.map(({ name }) => name)).toContain("blackboard");
  expect(server.client.getInstructions()).not.toContain("plan_run");
});

test("bad arguments name the field and what is wrong with it", async () => {
  const result = await all().callError("resources_list", { limit: 501, nonsense: 1 });
  expect(resultText(result)).toMatch(/^E-INPUT-INVALID: .*limit.*nonsense/s);
});
