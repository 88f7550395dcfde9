import type { GraphDiffOutput } from "@faculties/schemas/orchestrator-resources/graph-diff";
import type { GraphGetOutput } from "@faculties/schemas/orchestrator-resources/graph-get";
import type { GraphMutateOutput } from "@faculties/schemas/orchestrator-resources/graph-mutate";
import type { ResourcesReadOutput } from "@faculties/schemas/orchestrator-resources/resources-read";
import type { TxBeginOutput } from "@faculties/schemas/orchestrator-resources/tx-begin";
import { contend, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, errorOf, shared } from "./support/start.ts";
import { createGraph } from "./support/work.ts";

const server = shared();
const graphOf = async (graph_id: string, version?: number) =>
  (await server().callOk<GraphGetOutput>("graph_get", { graph_id, ...(version && { version }) }))
    .graph;
const mutate = (graph_id: string, ops: object[], more: object = {}) =>
  server().callOk<GraphMutateOutput>("graph_mutate", { graph_id, ops, ...more });
const begin = (graph_id: string, more: object = {}) =>
  server().callOk<TxBeginOutput>("tx_begin", { graph_id, ...more });
const snapshotOf = async (graphId: string, txId: string) => {
  const uri = `sc://snapshots/${graphId}/${txId}`;
  return (await server().callOk<ResourcesReadOutput>("resources_read", { uri })).payload as Record<
    string,
    unknown
  >;
};

describe("graphs and versions", () => {
  test("a key may have any name, __proto__ too", async () => {
    const odd = JSON.parse('{"__proto__":1,"constructor":"x"}') as Record<string, string>;
    await createGraph(server(), "odd", [{ id: "a", attributes: odd }], [], odd);
    await mutate("odd", [{ op: "patch_metadata", metadata: JSON.parse('{"__proto__":2}') }]);
    const { nodes, metadata } = await graphOf("odd");
    expect(Object.entries(nodes[0]?.attributes ?? {})).toEqual(Object.entries(odd));
    expect(Object.entries(metadata)).toEqual([
      ["__proto__", 2],
      ["constructor", "x"],
    ]);
  });

  test("a version once written never changes", async () => {
    await createGraph(server(), "versions", ["a", "b"], [["a", "b"]], { owner: "me" });
    const first = await graphOf("versions");
    expect(first).toEqual({
      name: "versions",
      graphId: "versions",
      graphVersion: 1,
      nodes: [
        { id: "a", attributes: {} },
        { id: "b", attributes: {} },
      ],
      edges: [{ from: "a", to: "b", attributes: {} }],
      metadata: { owner: "me" },
    });
    const changed = await mutate("versions", [
      { op: "rename_node", id: "b", new_id: "c" },
      { op: "set_node_attribute", id: "a", key: "x", value: 1 },
    ]);
    expect(changed).toEqual({
      graph_id: "versions",
      version: 2,
      previous_version: 1,
      changed: true,
      applied: 2,
      node_count: 2,
      edge_count: 1,
    });
    expect(await graphOf("versions", 1)).toEqual(first);
    expect((await graphOf("versions")).edges).toEqual([{ from: "a", to: "c", attributes: {} }]);
  });

  test("hundreds of versions stay readable, whole or as changes", async () => {
    await createGraph(
      server(),
      "history",
      Array.from({ length: 50 }, (_, index) => `n${index}`),
    );
    for (let round = 0; round < 120; round += 1)
      await mutate("history", [
        { op: "set_node_attribute", id: `n${round % 50}`, key: "round", value: round },
      ]);
    for (const version of [1, 2, 50, 77, 120, 121]) {
      const { nodes } = await graphOf("history", version);
      const latest = nodes.map(({ attributes }) => Number(attributes["round"] ?? -1));
      expect(Math.max(...latest)).toBe(version - 2);
    }
  });

  test("a change that comes to nothing keeps the version", async () => {
    await createGraph(server(), "same", ["a"]);
    const same = await mutate("same", [
      { op: "add_node", id: "b" },
      { op: "remove_node", id: "b" },
      { op: "patch_metadata", metadata: { absent: null } },
    ]);
    expect(same).toMatchObject({ version: 1, changed: false });
  });

  test("all changes or none; a stale version is a conflict", async () => {
    await createGraph(server(), "strict", ["a"]);
    const ops = [
      { op: "add_node", id: "b" },
      { op: "remove_edge", from: "a", to: "b" },
    ];
    expect(await errorOf(server(), "graph_mutate", { graph_id: "strict", ops })).toEqual({
      code: "E-GRAPH-INVALID",
      message: "ops[1] (remove_edge): there is no edge a → b",
      details: { index: 1, op: "remove_edge" },
    });
    expect((await graphOf("strict")).graphVersion).toBe(1);
    await mutate("strict", [{ op: "add_node", id: "b" }], { expected_version: 1 });
    const stale = { graph_id: "strict", ops: [{ op: "add_node", id: "c" }], expected_version: 1 };
    const refused = await errorOf(server(), "graph_mutate", stale);
    expect(refused).toMatchObject({
      code: "E-TX-CONFLICT",
      details: { graphId: "strict", expected: 1, found: 2 },
    });
  });

  test("refuses what is no graph, and names that are taken or unknown", async () => {
    await createGraph(server(), "taken", []);
    expect(await codeOf(server(), "graph_create", { name: "x", graph_id: "taken" })).toBe(
      "E-GRAPH-EXISTS",
    );
    expect(await codeOf(server(), "graph_get", { graph_id: "nowhere" })).toBe("E-GRAPH-NOTFOUND");
    expect(await codeOf(server(), "graph_get", { graph_id: "taken", version: 9 })).toBe(
      "E-GRAPH-NOTFOUND",
    );
    const dangling = { name: "x", nodes: [{ id: "a" }], edges: [{ from: "a", to: "b" }] };
    expect(await codeOf(server(), "graph_create", dangling)).toBe("E-GRAPH-INVALID");
    const cyclic = {
      name: "x",
      nodes: [{ id: "a" }],
      edges: [{ from: "a", to: "a" }],
      metadata: { acyclic: true },
    };
    expect(await codeOf(server(), "graph_create", cyclic)).toBe("E-PATCH-CYCLE");
    expect(await codeOf(server(), "graph_create", { name: "x", graph_id: "\ud800" })).toBe(
      "E-INPUT-INVALID",
    );
  });

  test("ten thousand nodes are no trouble", async () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}` }));
    await server().callOk("graph_create", {
      name: "large",
      graph_id: "large",
      nodes: nodes.slice(0, 5_000),
    });
    await mutate(
      "large",
      nodes.slice(5_000).map(({ id }) => ({ op: "add_node", id })),
    );
    for (let start = 1; start < nodes.length; start += 5_000)
      await mutate(
        "large",
        nodes
          .slice(start, start + 5_000)
          .map((_, at) => ({ op: "add_edge", from: `n${start + at - 1}`, to: `n${start + at}` })),
      );
    const summary = await server().callOk("graph_summarize", { graph_id: "large" });
    expect(summary).toMatchObject({
      node_count: 10_000,
      edge_count: 9_999,
      depth: 9_999,
      acyclic: true,
      components: 1,
    });
    expect(await codeOf(server(), "graph_centrality", { graph_id: "large" })).toBe("E-TIMEOUT");
    const ranked = await server().callOk("graph_centrality", {
      graph_id: "large",
      metric: "degree",
      limit: 2,
    });
    expect(ranked).toMatchObject({ scores: [{ node: "n1" }, { node: "n10" }] });
  });

  test("algorithms and exports", async () => {
    await server().callOk("graph_create", {
      name: "routes",
      graph_id: "routes",
      nodes: ["a", "b", "c"].map((id) => ({ id, attributes: { duration: 2 } })),
      edges: [
        { from: "a", to: "b", weight: 1 },
        { from: "b", to: "c", weight: 1 },
        { from: "a", to: "c", weight: 5, label: "long" },
      ],
    });
    expect(
      await server().callOk("graph_paths", { graph_id: "routes", from: "a", to: "c", k: 2 }),
    ).toEqual({
      graph_id: "routes",
      version: 1,
      count: 2,
      paths: [
        { nodes: ["a", "b", "c"], cost: 2, length: 2 },
        { nodes: ["a", "c"], cost: 5, length: 1 },
      ],
    });
    expect(await server().callOk("graph_critical_path", { graph_id: "routes" })).toMatchObject({
      duration: 6,
      path: ["a", "b", "c"],
    });
    expect(
      await server().callOk("graph_centrality", { graph_id: "routes", limit: 1 }),
    ).toMatchObject({ metric: "betweenness", scores: [{ node: "b" }] });
    expect(await server().callOk("graph_validate", { graph_id: "routes" })).toEqual({
      graph_id: "routes",
      version: 1,
      valid: true,
      errors: [],
      warnings: [],
    });
    const exported = async (format: string) =>
      (await server().callOk<{ content: string }>("graph_export", { graph_id: "routes", format }))
        .content;
    expect(await exported("mermaid")).toContain('n0 -->|"long"| n2');
    expect(await exported("dot")).toContain('"a" -> "c" [label="long", weight="5"];');
    expect(JSON.parse(await exported("json"))).toEqual(await graphOf("routes"));
  });
});

describe("transactions", () => {
  test("a snapshot goes from pending to committed", async () => {
    await createGraph(server(), "tx", ["a"]);
    const { tx_id, base_version } = await begin("tx");
    expect(base_version).toBe(1);
    const before = await graphOf("tx");
    expect(await snapshotOf("tx", tx_id)).toMatchObject({
      state: "pending",
      committedAt: null,
      finalVersion: null,
      finalGraph: null,
      baseGraph: before,
    });
    expect(
      await server().callOk("tx_apply", { tx_id, ops: [{ op: "add_node", id: "b" }] }),
    ).toMatchObject({ applied: 1, changed: true, node_count: 2 });
    await server().callOk("tx_apply", { tx_id, ops: [{ op: "add_edge", from: "a", to: "b" }] });
    expect(await graphOf("tx")).toEqual(before);
    expect(await server().callOk("tx_commit", { tx_id })).toMatchObject({
      state: "committed",
      version: 2,
      changed: true,
    });
    const snapshot = await snapshotOf("tx", tx_id);
    expect(snapshot).toMatchObject({
      state: "committed",
      finalVersion: 2,
      baseVersion: 1,
      baseGraph: before,
      finalGraph: await graphOf("tx"),
    });
    expect(await codeOf(server(), "tx_commit", { tx_id })).toBe("E-TX-STATE");
  });

  test("of transactions on one base exactly one commits", async () => {
    await createGraph(server(), "contested", []);
    for (let round = 0; round < 4; round += 1) {
      const begun = await Promise.all([1, 2, 3].map(() => begin("contested")));
      const [outcomes = []] = await contend(begun, 1, async ({ tx_id }, _, place) => {
        await server().callOk("tx_apply", {
          tx_id,
          ops: [{ op: "add_node", id: `${place}-${round}` }],
        });
        return server().call("tx_commit", { tx_id });
      });
      const results = outcomes.map((outcome) =>
        outcome.status === "fulfilled" ? outcome.value : undefined,
      );
      const refused = results.filter((result) => result?.isError);
      expect(refused).toHaveLength(2);
      for (const result of refused)
        expect(result?.structuredContent).toMatchObject({
          code: "E-TX-CONFLICT",
          details: { graphId: "contested" },
        });
    }
    expect((await graphOf("contested")).graphVersion).toBe(5);
  });

  test("rolled back, without effect, expired and unknown", async () => {
    await createGraph(server(), "ends", ["a"]);
    const given = await begin("ends");
    expect(await server().callOk("tx_rollback", { tx_id: given.tx_id })).toMatchObject({
      state: "rolled_back",
    });
    expect(await snapshotOf("ends", given.tx_id)).toMatchObject({
      state: "rolled_back",
      finalGraph: null,
    });
    expect(
      await codeOf(server(), "tx_apply", {
        tx_id: given.tx_id,
        ops: [{ op: "add_node", id: "b" }],
      }),
    ).toBe("E-TX-STATE");

    const idle = await begin("ends");
    expect(await server().callOk("tx_commit", { tx_id: idle.tx_id })).toMatchObject({
      version: 1,
      changed: false,
    });

    const short = await begin("ends", { ttl_ms: 1 });
    await waitUntil(() => Date.now() > short.expires_at);
    expect(await codeOf(server(), "tx_commit", { tx_id: short.tx_id })).toBe("E-TX-EXPIRED");
    expect(await snapshotOf("ends", short.tx_id)).toMatchObject({
      state: "rolled_back",
      finalVersion: null,
    });
    const { items } = await server().callOk<{ items: { metadata: object }[] }>("resources_list", {
      prefix: `sc://snapshots/ends/${short.tx_id}`,
    });
    expect(items).toMatchObject([{ metadata: { state: "rolled_back", base_version: 1 } }]);
    expect(await codeOf(server(), "tx_rollback", { tx_id: "nowhere" })).toBe("E-TX-NOTFOUND");
    expect(await codeOf(server(), "tx_begin", { graph_id: "nowhere" })).toBe("E-GRAPH-NOTFOUND");
  });
});

describe("locks", () => {
  test("others cannot change what is held", async () => {
    await createGraph(server(), "held", ["a"]);
    const { tx_id } = await begin("held");
    const lock = await server().callOk("graph_lock", { graph_id: "held", holder: "me" });
    expect(lock).toMatchObject({ holder: "me", refreshed: false });
    expect(
      await server().callOk("graph_lock", { graph_id: "held", holder: "me", ttl_ms: 60_000 }),
    ).toMatchObject({ refreshed: true });
    const ops = [{ op: "add_node", id: "b" }];
    const graph_id = "held";
    for (const [tool, input] of [
      ["graph_lock", { graph_id, holder: "you" }],
      ["graph_mutate", { graph_id, ops }],
      ["graph_batch_mutate", { graph_id, ops, holder: "you" }],
      ["graph_patch", { graph_id, patch: [{ op: "replace", path: "/name", value: "x" }] }],
      ["tx_begin", { graph_id }],
      ["tx_apply", { tx_id, ops }],
      ["tx_commit", { tx_id }],
      ["graph_unlock", { graph_id, holder: "you" }],
    ] as const)
      expect([tool, await codeOf(server(), tool, input)]).toEqual([tool, "E-LOCK-HELD"]);
    await mutate("held", ops, { holder: "me" });
    expect(await server().callOk("graph_unlock", { graph_id, holder: "me" })).toMatchObject({
      released: true,
    });
    expect(await codeOf(server(), "graph_unlock", { graph_id, holder: "me" })).toBe(
      "E-LOCK-NOTFOUND",
    );
    await mutate("held", [{ op: "add_node", id: "c" }]);
  });

  test("a lock ends with its time", async () => {
    await createGraph(server(), "brief", ["a"]);
    const { expires_at } = await server().callOk<{ expires_at: number }>("graph_lock", {
      graph_id: "brief",
      holder: "me",
      ttl_ms: 1,
    });
    await waitUntil(() => Date.now() > expires_at);
    await mutate("brief", [{ op: "add_node", id: "b" }]);
    expect(await server().callOk("graph_lock", { graph_id: "brief", holder: "you" })).toMatchObject(
      { refreshed: false },
    );
  });
});

describe("diff and patch", () => {
  test("a diff turns one version into the other", async () => {
    await createGraph(server(), "diffed", ["a", "b", "c"], [["a", "b"]]);
    await mutate("diffed", [
      { op: "remove_node", id: "a" },
      { op: "add_node", id: "d", label: "Dee" },
      { op: "add_edge", from: "b", to: "d" },
      { op: "patch_metadata", metadata: { x: 1 } },
    ]);
    const { patch, summary } = await server().callOk<GraphDiffOutput>("graph_diff", {
      graph_id: "diffed",
      from_version: 2,
      to_version: 1,
    });
    expect(summary).toMatchObject({
      nodes_added: 1,
      nodes_removed: 1,
      edges_added: 1,
      edges_removed: 1,
      metadata_changed: true,
    });
    expect(await server().callOk("graph_patch", { graph_id: "diffed", patch })).toMatchObject({
      version: 3,
      changed: true,
    });
    const [first, third] = [await graphOf("diffed", 1), await graphOf("diffed", 3)];
    expect({ ...third, graphVersion: 1 }).toEqual(first);
  });

  test("a patch keeps the invariants", async () => {
    await createGraph(server(), "kept", ["a", "b"], [["a", "b"]], { max_out_degree: 1 });
    const edge = (from: string, to: string, attributes = {}) => ({
      op: "add",
      path: "/edges/-",
      value: { from, to, attributes },
    });
    const patch = (...steps: object[]) =>
      codeOf(server(), "graph_patch", { graph_id: "kept", patch: steps });
    expect(await patch(edge("b", "a"))).toBe("E-PATCH-CYCLE");
    expect(
      await patch(
        { op: "add", path: "/nodes/-", value: { id: "c", attributes: {} } },
        edge("a", "c"),
      ),
    ).toBe("E-PATCH-CARD");
    expect(await patch({ op: "add", path: "/metadata/require_ports", value: true })).toBe(
      "E-PATCH-PORTS",
    );
    expect(await patch({ op: "test", path: "/name", value: "other" })).toBe("E-PATCH-INVALID");
    expect(await patch({ op: "remove", path: "/nodes/9" })).toBe("E-PATCH-INVALID");
    expect(await patch(edge("a", "nowhere"))).toBe("E-GRAPH-INVALID");
    expect((await graphOf("kept")).graphVersion).toBe(1);
  });
});

describe("bulk", () => {
  test("all or nothing, and every failing index is named", async () => {
    await createGraph(server(), "bulk", ["a"]);
    const ops = [
      { op: "add_node", id: "a" },
      { op: "add_node", id: "b" },
      { op: "remove_node", id: "z" },
    ];
    const refused = await errorOf(server(), "graph_batch_mutate", { graph_id: "bulk", ops });
    expect(refused.code).toBe("E-BULK-PARTIAL");
    expect(refused.details).toMatchObject({
      failures: [
        { index: 0, code: "E-GRAPH-INVALID" },
        { index: 2, code: "E-GRAPH-INVALID" },
      ],
    });
    expect((await graphOf("bulk")).nodes).toHaveLength(1);
    const many = Array.from({ length: 200 }, (_, index) => ({ op: "add_node", id: `m${index}` }));
    expect(
      await server().callOk("graph_batch_mutate", { graph_id: "bulk", ops: many }),
    ).toMatchObject({ version: 2, applied: 200 });
    expect(
      await codeOf(server(), "graph_batch_mutate", { graph_id: "bulk", ops: [...many, ops[1]] }),
    ).toBe("E-INPUT-INVALID");
    const entries = [
      { key: "bulk:a", value: 1 },
      { key: "bulk:b", value: 2 },
      { key: "bulk:a", value: 3 },
    ];
    expect((await errorOf(server(), "bb_batch_set", { entries })).details).toMatchObject({
      failures: [{ index: 2 }],
    });
    expect(await server().callOk("bb_query", { namespace: "bulk" })).toEqual({ entries: [] });
    expect(await server().callOk("bb_batch_set", { entries: entries.slice(0, 2) })).toMatchObject({
      entries: [
        { key: "bulk:a", version: 1 },
        { key: "bulk:b", version: 1 },
      ],
    });
  });
});
