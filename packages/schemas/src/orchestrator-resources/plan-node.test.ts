import { describe, expect, test } from "vitest";
import { EdgePorts, GraphInvariants, NodePorts } from "./graph-invariants.ts";
import { PlanNode } from "./plan-node.ts";

describe("what a node does, by its attributes", () => {
  test.each([
    [{}, { kind: "noop", retry_delay_ms: 0 }],
    [
      { duration: 3, label: "x" },
      { kind: "noop", retry_delay_ms: 0 },
    ],
    [
      {
        kind: "child",
        command: "node",
        args: '["-e","1"]',
        env: '{"A":"b"}',
        retries: 2,
        timeout_ms: 50,
      },
      {
        kind: "child",
        command: "node",
        args: ["-e", "1"],
        env: { A: "b" },
        retries: 2,
        retry_delay_ms: 0,
        timeout_ms: 50,
      },
    ],
    [
      { kind: "child", command: "true" },
      { kind: "child", command: "true", args: [], env: {}, retry_delay_ms: 0 },
    ],
    [
      { kind: "child", command: "true", worker_label: "gpu-2" },
      {
        kind: "child",
        command: "true",
        worker_label: "gpu-2",
        args: [],
        env: {},
        retry_delay_ms: 0,
      },
    ],
    [
      { kind: "bb_set", key: "ns:k", value: false, tags: "a,b", ttl_ms: 9 },
      { kind: "bb_set", key: "ns:k", value: false, tags: "a,b", ttl_ms: 9, retry_delay_ms: 0 },
    ],
    [
      { kind: "bb_set", key: "ns:k", value_json: "[1,null]" },
      { kind: "bb_set", key: "ns:k", value_json: [1, null], tags: "", retry_delay_ms: 0 },
    ],
    [
      { kind: "wait", ms: 0 },
      { kind: "wait", ms: 0, retry_delay_ms: 0 },
    ],
    [
      { kind: "graph", graph_id: "g", version: 2 },
      { kind: "graph", graph_id: "g", version: 2, retry_delay_ms: 0 },
    ],
  ])("%j", (attributes, node) => {
    expect(PlanNode.parse(attributes)).toEqual(node);
  });

  test.each([
    [{ kind: "dance" }],
    [{ kind: "child" }],
    [{ kind: "child", command: "node", args: "not json" }],
    [{ kind: "child", command: "node", args: '{"a":1}' }],
    [{ kind: "bb_set", key: "k" }],
    [{ kind: "bb_set", key: "k", value: 1, value_json: "1" }],
    [{ kind: "wait", ms: -1 }],
    [{ kind: "wait", ms: 1.5 }],
    [{ kind: "graph" }],
    [{ kind: "child", command: "true", worker_label: "no spaces" }],
    [null],
  ])("is not told by %j", (attributes) => {
    expect(PlanNode.safeParse(attributes).success).toBe(false);
  });

  test("says that arguments must be JSON text", () => {
    const { error } = PlanNode.safeParse({ kind: "child", command: "node", args: "[" });
    expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ["args", "must be JSON text"],
    ]);
  });
});

describe("invariants of a graph, by its metadata and attributes", () => {
  test("have defaults", () => {
    expect(GraphInvariants.parse({ owner: "me" })).toEqual({ acyclic: true, require_ports: false });
  });

  test("name ports and limits", () => {
    expect(NodePorts.parse({ in_ports: "a, b", max_in_degree: 1 })).toEqual({
      in_ports: ["a", "b"],
      max_in_degree: 1,
    });
    expect(EdgePorts.parse({ from_port: "a", cost: 1 })).toEqual({ from_port: "a" });
    expect(NodePorts.safeParse({ max_out_degree: -1 }).success).toBe(false);
  });
});
