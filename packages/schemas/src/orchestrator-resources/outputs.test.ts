import { describe, expect, test } from "vitest";
import { BulkFailures, OrchestratorErrorPayload, VersionConflict } from "./error-codes.ts";
import { FEATURE_NAMES } from "./feature-toggles.ts";
import { McpCapabilitiesOutput } from "./mcp-capabilities.ts";
import { McpInfoOutput } from "./mcp-info.ts";
import { ResourcesListOutput } from "./resources-list.ts";
import { ResourcesReadOutput } from "./resources-read.ts";
import { ResourcesWatchOutput } from "./resources-watch.ts";
import { RunSnapshot } from "./run-snapshot.ts";
import { ChildSafety, RuntimeTimings, ServerLimits } from "./runtime-options.ts";

const graph = {
  name: "build",
  graphId: "g",
  graphVersion: 2,
  nodes: [
    { id: "a", label: "A", attributes: { kind: "wait", ms: 5 } },
    { id: "b", attributes: {} },
  ],
  edges: [{ from: "a", to: "b", label: "then", weight: 1.5, attributes: { urgent: true } }],
  metadata: { owner: "me" },
};
const runEvent = {
  seq: 7,
  ts: 1_700_000_000_000,
  kind: "STATUS",
  level: "info",
  jobId: null,
  childId: null,
  payload: { state: "running" },
  runId: "r",
  opId: "o",
  graphId: "g",
  nodeId: "a",
};
const logEntry = {
  seq: 1,
  ts: 1_700_000_000_000,
  stream: "stdout",
  message: "hello",
  childId: "c",
  runId: null,
  opId: "o",
};
const entry = {
  key: "ns:k",
  value: { any: ["json", null] },
  tags: ["a", "b"],
  createdAt: 1,
  updatedAt: 2,
  expiresAt: null,
  version: 3,
};

describe("introspection", () => {
  const features = Object.fromEntries(
    FEATURE_NAMES.map((name) => [name, name === "enableMcpIntrospection"]),
  );
  const info = {
    server: { name: "orchestrator-resources", version: "1.0.0", mcpVersion: "2025-11-25" },
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
    features,
    timings: RuntimeTimings.parse({}),
    safety: ChildSafety.parse({}),
    limits: ServerLimits.parse({}),
  };

  test("reports every toggle and the design page's defaults", () => {
    expect(FEATURE_NAMES).toHaveLength(24);
    expect(McpInfoOutput.parse(info)).toEqual({
      ...info,
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

  test("leaves no toggle out", () => {
    const { enableTx: _left_out, ...rest } = features;
    expect(McpInfoOutput.safeParse({ ...info, features: rest }).success).toBe(false);
  });

  test("has a floor for the heartbeat", () => {
    const accepts = (heartbeatIntervalMs: number) =>
      RuntimeTimings.safeParse({ heartbeatIntervalMs }).success;
    expect([249, 250].map(accepts)).toEqual([false, true]);
  });

  test("lists namespaces and schemas", () => {
    const capabilities = {
      namespaces: [{ name: "resources", description: "The sc:// registry" }],
      schemas: { resources_list: { namespace: "resources", summary: "Lists resources" } },
      available: [{ name: "tx", description: "Transactions", flag: "--enable-tx" }],
      limits: { maxEventHistory: 5000 },
    };
    expect(McpCapabilitiesOutput.parse(capabilities)).toEqual(capabilities);
  });
});

describe("resources", () => {
  test("are listed with a cursor when there are more", () => {
    const page = {
      items: [
        { uri: "sc://graphs/g", kind: "graph", metadata: { latest_version: 2 } },
        { uri: "sc://blackboard/ns", kind: "blackboard_namespace" },
      ],
      next_cursor: "2",
    };
    expect(ResourcesListOutput.parse(page)).toEqual(page);
  });

  test.each([
    ["graph", { graphId: "g", version: 2, committedAt: 5, graph }],
    ["graph_version", { graphId: "g", version: 1, committedAt: null, graph }],
    [
      "snapshot",
      {
        graphId: "g",
        txId: "t",
        baseVersion: 2,
        startedAt: 5,
        state: "pending",
        committedAt: null,
        finalVersion: null,
        baseGraph: graph,
        finalGraph: null,
      },
    ],
    ["run_events", { runId: "r", events: [runEvent] }],
    ["child_logs", { childId: "c", logs: [logEntry] }],
    ["blackboard_namespace", { namespace: "ns", entries: [entry] }],
  ])("of kind %s are read whole", (kind, payload) => {
    const answer = { uri: "sc://x", kind, payload };
    expect(ResourcesReadOutput.parse(answer)).toEqual(answer);
  });

  test("are watched event by event", () => {
    const events = [
      runEvent,
      logEntry,
      { seq: 9, ts: 3, kind: "expire", namespace: "ns", key: "ns:k", version: 3, entry },
    ];
    const page = { uri: "sc://x", kind: "run_events", events, next_seq: 9, truncated_before: 4 };
    expect(ResourcesWatchOutput.parse(page)).toEqual(page);
  });
});

describe("runs", () => {
  test("are reported with or without their nodes", () => {
    const run = {
      run_id: "r",
      op_id: "o",
      graph_id: "g",
      graph_version: 2,
      mode: "dag",
      state: "failed",
      created_at: 1,
      started_at: 2,
      ended_at: 3,
      error: "node a failed",
      progress: {
        total: 1,
        pending: 0,
        running: 0,
        succeeded: 0,
        failed: 1,
        skipped: 0,
        cancelled: 0,
      },
      events_uri: "sc://runs/r/events",
    };
    const node = {
      node_id: "a",
      kind: "child",
      state: "failed",
      attempts: 2,
      started_at: 2,
      ended_at: 3,
      child_id: "c",
      exit_code: 1,
      error: "exit code 1",
    };
    expect(RunSnapshot.parse(run)).toEqual(run);
    expect(RunSnapshot.parse({ ...run, nodes: [node] })).toEqual({ ...run, nodes: [node] });
  });
});

describe("errors", () => {
  test("carry a known code and details", () => {
    const details = { graphId: "g", expected: 2, found: 3 };
    expect(VersionConflict.parse(details)).toEqual(details);
    const payload = { code: "E-TX-CONFLICT", message: "Begin again.", details };
    expect(OrchestratorErrorPayload.parse(payload)).toEqual(payload);
    expect(OrchestratorErrorPayload.safeParse({ code: "E-OOPS", message: "" }).success).toBe(false);
  });

  test("of a batch name each failing index", () => {
    const details = { failures: [{ index: 3, code: "E-GRAPH-INVALID", message: "No node x." }] };
    expect(BulkFailures.parse(details)).toEqual(details);
  });
});
