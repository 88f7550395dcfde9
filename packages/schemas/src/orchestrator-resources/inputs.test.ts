import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { AgentAutoscaleSetInput } from "./agent-autoscale-set.ts";
import { BbBatchSetInput } from "./bb-batch-set.ts";
import { BbQueryInput } from "./bb-query.ts";
import { BbSetInput } from "./bb-set.ts";
import { BbWatchInput } from "./bb-watch.ts";
import { BehaviourTree } from "./behaviour-tree.ts";
import { CausalExplainInput } from "./causal-explain.ts";
import { ChildAttachInput } from "./child-attach.ts";
import { ChildBatchCreateInput } from "./child-batch-create.ts";
import { ChildCreateInput } from "./child-create.ts";
import { ChildGcInput } from "./child-gc.ts";
import { ChildListInput } from "./child-list.ts";
import { ChildSendInput } from "./child-send.ts";
import { ChildSetLimitsInput } from "./child-set-limits.ts";
import { CnpAnnounceInput } from "./cnp-announce.ts";
import { ConsensusVoteInput } from "./consensus-vote.ts";
import { EventsSubscribeInput } from "./events-subscribe.ts";
import { GraphBatchMutateInput } from "./graph-batch-mutate.ts";
import { GraphCentralityInput } from "./graph-centrality.ts";
import { GraphCreateInput } from "./graph-create.ts";
import { GraphCriticalPathInput } from "./graph-critical-path.ts";
import { GraphDiffInput } from "./graph-diff.ts";
import { GraphExportInput } from "./graph-export.ts";
import { GraphGetInput } from "./graph-get.ts";
import { GraphLockInput } from "./graph-lock.ts";
import { GraphMutateInput } from "./graph-mutate.ts";
import { GraphPathsInput } from "./graph-paths.ts";
import { JsonPatchOperation } from "./json-patch.ts";
import { KgQueryInput } from "./kg-query.ts";
import { KgSuggestPlanInput } from "./kg-suggest-plan.ts";
import { LogsTailInput } from "./logs-tail.ts";
import { McpInfoInput } from "./mcp-info.ts";
import { PlanJoinInput } from "./plan-join.ts";
import { PlanRunBtInput } from "./plan-run-bt.ts";
import { PlanRunInput } from "./plan-run.ts";
import { PlanStatusInput } from "./plan-status.ts";
import { ResourcesListInput } from "./resources-list.ts";
import { ResourcesReadInput } from "./resources-read.ts";
import { ResourcesWatchInput } from "./resources-watch.ts";
import { StigMarkInput } from "./stig-mark.ts";
import { StigSnapshotInput } from "./stig-snapshot.ts";
import { TxBeginInput } from "./tx-begin.ts";
import { ValuesSetInput } from "./values-set.ts";

function complaints(schema: z.ZodType, input: unknown): string[] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("the least that each tool takes", () => {
  test.each<[string, z.ZodType, object, object]>([
    ["mcp_info", McpInfoInput, {}, {}],
    [
      "resources_list",
      ResourcesListInput,
      { prefix: " sc://runs/ " },
      { prefix: "sc://runs/", limit: 500 },
    ],
    ["resources_read", ResourcesReadInput, { uri: "sc://graphs/g" }, {}],
    [
      "resources_watch",
      ResourcesWatchInput,
      { uri: "sc://runs/r/events" },
      { from_seq: 0, limit: 250 },
    ],
    ["graph_create", GraphCreateInput, { name: "n" }, { nodes: [], edges: [], metadata: {} }],
    ["graph_get", GraphGetInput, { graph_id: "g" }, {}],
    [
      "graph_paths",
      GraphPathsInput,
      { graph_id: "g", from: "a", to: "b" },
      { k: 1, avoid_nodes: [], via: [] },
    ],
    [
      "graph_critical_path",
      GraphCriticalPathInput,
      { graph_id: "g" },
      { duration_attribute: "duration", default_duration: 1 },
    ],
    [
      "graph_centrality",
      GraphCentralityInput,
      { graph_id: "g" },
      { metric: "betweenness", limit: 20 },
    ],
    ["graph_export", GraphExportInput, { graph_id: "g" }, { format: "mermaid" }],
    ["graph_lock", GraphLockInput, { graph_id: "g", holder: "h" }, { ttl_ms: 30_000 }],
    ["graph_diff", GraphDiffInput, { graph_id: "g", from_version: 1 }, {}],
    ["tx_begin", TxBeginInput, { graph_id: "g" }, { ttl_ms: 60_000 }],
    ["child_create", ChildCreateInput, { command: "node" }, { args: [], env: {} }],
    ["child_send", ChildSendInput, { child_id: "c" }, { data: "", newline: true, close: false }],
    ["child_list", ChildListInput, {}, { limit: 100 }],
    ["child_gc", ChildGcInput, {}, { older_than_ms: 0 }],
    ["child_attach", ChildAttachInput, { child_id: "c" }, { tail: 50 }],
    [
      "plan_run",
      PlanRunInput,
      { graph_id: "g" },
      { mode: "dag", max_parallel: 4, retries: 0, on_failure: "stop" },
    ],
    [
      "plan_join",
      PlanJoinInput,
      { run_ids: ["r"] },
      { policy: "all", until: "ended", include_nodes: false },
    ],
    ["plan_status", PlanStatusInput, { run_id: "r" }, { include_nodes: false }],
    ["bb_set", BbSetInput, { key: "k", value: null }, { tags: [] }],
    ["bb_query", BbQueryInput, {}, { tags: [], limit: 100 }],
    ["bb_watch", BbWatchInput, {}, { from_seq: 0, limit: 250 }],
    [
      "events_subscribe",
      EventsSubscribeInput,
      { cats: ["status"] },
      { cats: ["STATUS"], from_seq: 0, limit: 250 },
    ],
    ["logs_tail", LogsTailInput, {}, { source: "server", limit: 100 }],
    ["stig_mark", StigMarkInput, { node_id: "n" }, { type: "default", intensity: 1 }],
    ["stig_snapshot", StigSnapshotInput, {}, { limit: 100 }],
    [
      "cnp_announce",
      CnpAnnounceInput,
      { task: "t" },
      { tags: [], bids: [], auto_bid: true, busy_penalty: 1, preferred: [] },
    ],
    ["agent_autoscale_set", AgentAutoscaleSetInput, { min: 0, max: 0 }, { backlog_per_worker: 2 }],
    ["kg_query", KgQueryInput, {}, { min_confidence: 0, limit: 100 }],
    [
      "kg_suggest_plan",
      KgSuggestPlanInput,
      { goal: "ship" },
      { context: { preferred_sources: [], exclude_tasks: [], max_fragments: 3 } },
    ],
    ["causal_explain", CausalExplainInput, { outcome_id: "e" }, { max_depth: 50 }],
  ])("%s", (_tool, schema, given, filled) => {
    expect(schema.parse(given)).toEqual({ ...given, ...filled });
    expect(schema.safeParse({ ...given, no_such_property: 1 }).success).toBe(false);
  });

  test("takes the contract's example", () => {
    const example = { uri: "sc://runs/run_123/events", from_seq: 0, limit: 100 };
    expect(ResourcesWatchInput.parse(example)).toEqual(example);
  });
});

describe("limits of batches", () => {
  const times = (size: number, item: object) => Array.from({ length: size }, () => ({ ...item }));
  const accepts = (schema: z.ZodType, input: unknown) => schema.safeParse(input).success;

  test.each<[string, z.ZodType, number, (size: number) => object]>([
    [
      "graph_batch_mutate",
      GraphBatchMutateInput,
      200,
      (size) => ({ graph_id: "g", ops: times(size, { op: "remove_node", id: "a" }) }),
    ],
    [
      "bb_batch_set",
      BbBatchSetInput,
      100,
      (size) => ({ entries: times(size, { key: "k", value: 1 }) }),
    ],
    [
      "child_batch_create",
      ChildBatchCreateInput,
      16,
      (size) => ({ children: times(size, { command: "node" }) }),
    ],
    [
      "kg_suggest_plan",
      KgSuggestPlanInput,
      5,
      (size) => ({ goal: "g", context: { max_fragments: size } }),
    ],
  ])("%s takes 1 to its most", (_tool, schema, most, input) => {
    expect([0, 1, most, most + 1].map((size) => accepts(schema, input(size)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("keeps delays within what a timer can hold", () => {
    const lock = (ttl_ms: number) =>
      accepts(GraphLockInput, { graph_id: "g", holder: "h", ttl_ms });
    expect([0, 1, 2_147_483_647, 2_147_483_648].map(lock)).toEqual([false, true, true, false]);
  });
});

describe("graph operations", () => {
  const operations = [
    { op: "add_node", id: "a", label: "A", attributes: { kind: "wait", ms: 5, urgent: true } },
    { op: "remove_node", id: "a" },
    { op: "rename_node", id: "a", new_id: "b" },
    { op: "add_edge", from: "a", to: "b", label: "then", weight: 2, attributes: {} },
    { op: "remove_edge", from: "a", to: "b" },
    { op: "set_node_attribute", id: "a", key: "ms", value: null },
    { op: "set_edge_attribute", from: "a", to: "b", key: "port", value: "in" },
    { op: "patch_metadata", metadata: { owner: "me", draft: null } },
  ];

  test("of every kind pass as they are", () => {
    expect(GraphMutateInput.parse({ graph_id: "g", ops: operations }).ops).toEqual(operations);
  });

  test.each([
    [
      { op: "explode", id: "a" },
      "ops.0.op: Invalid discriminator value. Expected 'add_node' | 'remove_node' | 'rename_node' | 'add_edge' | 'remove_edge' | 'set_node_attribute' | 'set_edge_attribute' | 'patch_metadata'",
    ],
    [{ op: "remove_node" }, "ops.0.id: Invalid input: expected string, received undefined"],
    [{ op: "remove_node", id: "a", from: "b" }, 'ops.0: Unrecognized key: "from"'],
    ["remove_node", "ops.0: Invalid input: expected record, received string"],
  ])("refuse %j", (op, complaint) => {
    expect(complaints(GraphMutateInput, { graph_id: "g", ops: [op] })).toEqual([complaint]);
  });

  test("take a node's arguments, environment and value as lists and objects, kept as JSON text", () => {
    const attributes = { kind: "child", args: ["-e", "1"], env: { A: "b" }, value: [1], note: "x" };
    const kept = {
      kind: "child",
      args: '["-e","1"]',
      env: '{"A":"b"}',
      value_json: "[1]",
      note: "x",
    };
    const ops = [
      { op: "add_node", id: "a", attributes },
      { op: "set_node_attribute", id: "a", key: "args", value: ["-e"] },
    ];
    expect(GraphMutateInput.parse({ graph_id: "g", ops }).ops).toEqual([
      { op: "add_node", id: "a", attributes: kept },
      { op: "set_node_attribute", id: "a", key: "args", value: '["-e"]' },
    ]);
    const nodes = [{ id: "a", attributes }];
    expect(GraphCreateInput.parse({ name: "g", nodes }).nodes).toEqual([
      { id: "a", attributes: kept },
    ]);
  });

  test("refuse attributes that are no scalars", () => {
    const op = { op: "add_node", id: "a", attributes: { list: [1] } };
    expect(complaints(GraphMutateInput, { graph_id: "g", ops: [op] })).toEqual([
      "ops.0.attributes.list: must be a string, a number or a boolean",
    ]);
  });

  test("refuse names that a database would not tell apart", () => {
    const names = ["a\0", "\ud800", "\udc00x"].map((id) => ({ op: "remove_node", id }));
    expect(complaints(GraphMutateInput, { graph_id: "g", ops: names })).toEqual([
      "ops.0.id: must not hold a NUL character",
      "ops.1.id: must not hold half a character",
      "ops.2.id: must not hold half a character",
    ]);
    const whole = { op: "remove_node", id: "👩‍👧" };
    expect(complaints(GraphMutateInput, { graph_id: "g", ops: [whole] })).toEqual([]);
  });
});

describe("JSON patch operations", () => {
  test.each([
    { op: "add", path: "/nodes/0", value: null },
    { op: "remove", path: "/nodes/0" },
    { op: "move", path: "/nodes/0", from: "/nodes/1" },
  ])("accept %j", (step) => {
    expect(JsonPatchOperation.parse(step)).toEqual(step);
  });

  test.each([
    { op: "add", path: "/nodes/0" },
    { op: "test", path: "/nodes/0" },
    { op: "copy", path: "/nodes/0" },
    { op: "merge", path: "/nodes/0" },
  ])("reject %j", (step) => {
    expect(JsonPatchOperation.safeParse(step).success).toBe(false);
  });
});

describe("behaviour trees", () => {
  const task = { type: "task", attributes: { kind: "child", command: "node" } };

  test("of every type pass, with defaults", () => {
    const tree = {
      type: "sequence",
      children: [
        { type: "selector", id: "choose", children: [task] },
        { type: "parallel", needs: 1, children: [task, { type: "task" }] },
        { type: "retry", attempts: 3, child: { type: "timeout", timeout_ms: 5, child: task } },
        { type: "guard", key: "ready", equals: true, child: task },
      ],
    };
    const [choose, parallel, retry, guard] = tree.children;
    expect(BehaviourTree.parse(tree)).toEqual({
      type: "sequence",
      children: [
        choose,
        { ...parallel, children: [task, { type: "task", attributes: {} }] },
        { ...retry, delay_ms: 0 },
        guard,
      ],
    });
  });

  test.each([
    [{ type: "loop", children: [task] }],
    [{ type: "sequence", children: [] }],
    [{ type: "retry", attempts: 0, child: task }],
    [{ type: "sequence", children: [{ type: "timeout", child: task }] }],
  ])("refuse %j", (tree) => {
    expect(BehaviourTree.safeParse(tree).success).toBe(false);
  });

  test("refuse a tree that is too deep without overflowing the stack", () => {
    let tree: unknown = task;
    for (let depth = 0; depth < 50_000; depth += 1)
      tree = { type: "retry", attempts: 1, child: tree };
    expect(complaints(PlanRunBtInput, { tree })).toEqual([
      "tree: must not be nested deeper than 128 levels",
    ]);
  });
});

describe("rules across parameters", () => {
  test.each<[z.ZodType, object, string]>([
    [
      PlanJoinInput,
      { run_ids: ["r"], policy: "quorum" },
      "quorum: quorum is required by this policy",
    ],
    [LogsTailInput, { source: "child" }, "id: id is required for a run or a child"],
    [ChildSetLimitsInput, { child_id: "c" }, ": at least one limit is required"],
    [
      AgentAutoscaleSetInput,
      { min: 2, max: 1, worker: { command: "node" } },
      "min: min must not exceed max",
    ],
    [AgentAutoscaleSetInput, { min: 0, max: 1 }, "worker: worker is required if max > 0"],
    [
      ConsensusVoteInput,
      { votes: [{ voter: "a", choice: "x" }], mode: "quorum" },
      "quorum: quorum is required by this mode",
    ],
    [
      ConsensusVoteInput,
      {
        votes: [
          { voter: "a", choice: "x" },
          { voter: "a", choice: "y" },
        ],
      },
      "votes: each voter votes once",
    ],
    [ValuesSetInput, { values: [{ id: "v" }, { id: "v" }] }, "values: ids must be distinct"],
  ])("%# are told", (schema, input, complaint) => {
    expect(complaints(schema, input)).toEqual([complaint]);
  });
});
