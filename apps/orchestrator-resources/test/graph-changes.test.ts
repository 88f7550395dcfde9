import type { CodedError } from "@faculties/errors";
import type { GraphOperation } from "@faculties/schemas/orchestrator-resources/graph-operation";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOperations, findFailingOperations } from "../src/domain/apply-operations.ts";
import { diffGraphs } from "../src/domain/diff-graphs.ts";
import { compareGraphs, type GraphDelta, replayDeltas } from "../src/domain/graph-delta.ts";
import { type GraphState, normalise } from "../src/domain/graph-state.ts";
import { buildGraph } from "../src/domain/graph-structure.ts";
import { patchGraph } from "../src/domain/patch-graph.ts";
import { keepInvariants, validateGraph } from "../src/domain/validate-graph.ts";

const name = fc.constantFrom("a", "b", "c", "d", "constructor", "__proto__", "é/~");
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const key = fc.constantFrom("x", "y", "", "é/~", "constructor", "__proto__");
const attributes = fc.dictionary(key, scalar);

const states = fc
  .record({
    name: fc.constantFrom("one", "two"),
    nodes: fc.uniqueArray(fc.record({ id: name, attributes }), { selector: ({ id }) => id }),
    metadata: attributes,
    pairs: fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(6), attributes), {
      selector: ([from, to]) => `${from} ${to}`,
    }),
  })
  .map(({ pairs, ...parts }) => {
    const ids = parts.nodes.map(({ id }) => id);
    const edges = pairs.flatMap(([from, to, data]) =>
      from < ids.length && to < ids.length
        ? [{ from: ids[from] as string, to: ids[to] as string, attributes: data }]
        : [],
    );
    return buildGraph({ ...parts, edges });
  });

const shown = (state: GraphState) => normalise(state, "g", 1);
/** As text with sorted entries: `toEqual` would not look at a key named `__proto__`. */
const written = (state: GraphState) =>
  JSON.stringify(shown(state), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
      : value,
  );

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as CodedError).code;
  }
  return "none";
}

describe("buildGraph", () => {
  const nodes = ["a", "b"].map((id) => ({ id, attributes: {} }));
  const edge = { from: "a", to: "b", attributes: {} };
  const build = (parts: { nodes?: typeof nodes; edges?: (typeof edge)[] }) => () =>
    buildGraph({ name: "g", nodes, edges: [], metadata: {}, ...parts });

  test("names what is there twice as its author would", () => {
    expect(build({ nodes: [...nodes, ...nodes] })).toThrow('The node "a" is there twice.');
    expect(build({ edges: [edge, edge] })).toThrow("The edge a → b is there twice.");
    expect(build({ edges: [edge, { ...edge, from: "b", to: "a" }] })).not.toThrow();
  });
});

describe("graph changes", () => {
  test("replaying the difference of two graphs gives the second, in its order", () => {
    fc.assert(
      fc.property(states, states, (before, after) => {
        const delta = compareGraphs(before, after);
        const stored = delta && (JSON.parse(JSON.stringify(delta)) as GraphDelta);
        const replayed = stored ? replayDeltas(before, [stored]) : before;
        expect(written(replayed)).toBe(written(after));
      }),
    );
  });

  test("patch(diff(a, b)) on a is b", () => {
    fc.assert(
      fc.property(states, states, (before, after) => {
        const { patch, changed } = diffGraphs(before, after);
        expect(changed).toBe(patch.length > 0);
        const sent = JSON.parse(JSON.stringify(patch)) as typeof patch;
        expect(written(patchGraph(before, sent))).toBe(written(after));
      }),
    );
  });

  test("a difference is as large as the change", () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => ({ id: `n${index}`, attributes: {} }));
    const before = buildGraph({ name: "big", nodes: ids, edges: [], metadata: {} });
    const after = applyOperations(before, [
      { op: "set_node_attribute", id: "n500", key: "x", value: 1 },
      { op: "remove_node", id: "n10" },
    ]);
    expect(JSON.stringify(compareGraphs(before, after)).length).toBeLessThan(300);
    expect(diffGraphs(before, after)).toEqual({
      changed: true,
      patch: [
        { op: "remove", path: "/nodes/10" },
        { op: "add", path: "/nodes/499/attributes/x", value: 1 },
      ],
      summary: {
        nodes_added: 0,
        nodes_removed: 1,
        nodes_changed: 1,
        edges_added: 0,
        edges_removed: 0,
        edges_changed: 0,
        metadata_changed: false,
      },
    });
  });
});

describe("applyOperations", () => {
  const base = buildGraph({
    name: "g",
    nodes: ["a", "b", "c"].map((id) => ({ id, attributes: {} })),
    edges: [
      { from: "a", to: "b", weight: 2, attributes: {} },
      { from: "b", to: "c", attributes: { k: 1 } },
    ],
    metadata: { owner: "me" },
  });

  test("applies every kind of change", () => {
    const after = applyOperations(base, [
      { op: "add_node", id: "d", label: "Dee", attributes: { x: 1 } },
      { op: "add_edge", from: "c", to: "d", label: "then" },
      { op: "rename_node", id: "b", new_id: "bee" },
      { op: "set_node_attribute", id: "a", key: "x", value: true },
      { op: "set_edge_attribute", from: "bee", to: "c", key: "k", value: null },
      { op: "remove_edge", from: "c", to: "d" },
      { op: "patch_metadata", metadata: { owner: null, team: "us" } },
    ]);
    expect(shown(after)).toEqual({
      name: "g",
      graphId: "g",
      graphVersion: 1,
      nodes: [
        { id: "a", attributes: { x: true } },
        { id: "bee", attributes: {} },
        { id: "c", attributes: {} },
        { id: "d", label: "Dee", attributes: { x: 1 } },
      ],
      edges: [
        { from: "a", to: "bee", weight: 2, attributes: {} },
        { from: "bee", to: "c", attributes: {} },
      ],
      metadata: { team: "us" },
    });
    expect(shown(applyOperations(base, [{ op: "remove_node", id: "b" }])).edges).toEqual([]);
  });

  test("leaves what it is given untouched and tells which change does not fit", () => {
    const before = JSON.stringify(shown(base));
    const operations: GraphOperation[] = [
      { op: "add_node", id: "d" },
      { op: "add_edge", from: "d", to: "nowhere" },
      { op: "add_node", id: "a" },
    ];
    expect(() => applyOperations(base, operations)).toThrow(
      'ops[1] (add_edge): there is no node "nowhere"',
    );
    expect(findFailingOperations(base, operations).map(({ index }) => index)).toEqual([1, 2]);
    expect(JSON.stringify(shown(base))).toBe(before);
  });
});

describe("invariants", () => {
  const parts = {
    name: "g",
    nodes: [
      { id: "a", attributes: { out_ports: "main, spare" } },
      { id: "b", attributes: { in_ports: "in", max_in_degree: 1 } },
      { id: "c", attributes: {} },
    ],
    edges: [{ from: "a", to: "b", attributes: { from_port: "main", to_port: "in" } }],
    metadata: {},
  };
  const broken = (change: Partial<typeof parts> | object) =>
    codeOf(() => keepInvariants(buildGraph({ ...parts, ...change }), { acyclic: true }));

  test("holds cycles, ports and degrees against a graph", () => {
    expect(broken({})).toBe("none");
    const back = { from: "b", to: "a", attributes: {} };
    expect(broken({ edges: [...parts.edges, back] })).toBe("E-PATCH-CYCLE");
    expect(broken({ edges: [...parts.edges, back], metadata: { acyclic: false } })).toBe("none");
    expect(broken({ edges: [{ from: "a", to: "b", attributes: { from_port: "other" } }] })).toBe(
      "E-PATCH-PORTS",
    );
    expect(
      broken({
        edges: [{ from: "a", to: "c", attributes: {} }],
        metadata: { require_ports: true },
      }),
    ).toBe("E-PATCH-PORTS");
    expect(broken({ edges: [...parts.edges, { from: "c", to: "b", attributes: {} }] })).toBe(
      "E-PATCH-CARD",
    );
    expect(broken({ metadata: { max_out_degree: 0 } })).toBe("E-PATCH-CARD");
  });

  test("refuses graphs whose parts do not fit together", () => {
    expect(
      codeOf(() => buildGraph({ ...parts, edges: [{ from: "a", to: "z", attributes: {} }] })),
    ).toBe("E-GRAPH-INVALID");
    expect(
      codeOf(() => buildGraph({ ...parts, nodes: [...parts.nodes, { id: "a", attributes: {} }] })),
    ).toBe("E-GRAPH-INVALID");
  });

  test("validateGraph tells what would keep a graph from running", () => {
    const state = buildGraph({
      ...parts,
      nodes: [...parts.nodes, { id: "d", attributes: { kind: "wait" } }],
      edges: [...parts.edges, { from: "c", to: "c", attributes: {} }],
    });
    const { errors, warnings } = validateGraph(state);
    expect(errors.map(({ code, nodes }) => [code, nodes])).toEqual([
      ["SELF_LOOP", ["c"]],
      ["CYCLE", ["c"]],
      ["NODE_ATTRIBUTES", ["d"]],
    ]);
    expect(warnings.map(({ code, nodes }) => [code, nodes])).toEqual([["ISOLATED_NODE", ["d"]]]);
  });
});

describe("patchGraph", () => {
  const state = buildGraph({
    name: "g",
    nodes: [{ id: "a", attributes: {} }],
    edges: [],
    metadata: {},
  });

  test("says which operation fails and refuses what is no graph", () => {
    expect(() => patchGraph(state, [{ op: "test", path: "/name", value: "other" }])).toThrow(
      "patch[0]: test /name",
    );
    expect(() => patchGraph(state, [{ op: "replace", path: "/graphId", value: "x" }])).toThrow(
      "not within",
    );
    expect(
      codeOf(() => patchGraph(state, [{ op: "add", path: "/nodes/-", value: { id: 7 } }])),
    ).toBe("E-PATCH-INVALID");
    expect(codeOf(() => patchGraph(state, [{ op: "add", path: "/__proto__/x", value: 1 }]))).toBe(
      "E-PATCH-INVALID",
    );
    expect(
      codeOf(() =>
        patchGraph(state, [
          { op: "add", path: "/edges/-", value: { from: "a", to: "b", attributes: {} } },
        ]),
      ),
    ).toBe("E-GRAPH-INVALID");
  });

  test.each([
    ["add", "/nodes/2", 'there is no place "2" in a list of 1'],
    ["add", "/nodes/-1", 'there is no place "-1"'],
    ["add", "/nodes/00", 'there is no place "00"'],
    ["add", "/nodes/first", 'there is no place "first"'],
    ["add", "/nodes/0/attributes/x/y", 'there is no "x"'],
    ["add", "/name/x", "it has no parts"],
    ["add", "/metadata/~2", "that is no JSON pointer"],
    ["add", "x/metadata/y", "that is no JSON pointer"],
    ["remove", "/nodes/1", 'there is no "1"'],
    ["remove", "/nodes/-", 'there is no "-"'],
    ["remove", "/nodes/length", 'there is no "length"'],
    ["remove", "/metadata/toString", 'there is no "toString"'],
    ["replace", "/metadata/__proto__", 'there is no "__proto__"'],
    ["test", "/metadata/constructor", 'there is no "constructor"'],
  ] as const)("refuses to %s %s", (op, path, reason) => {
    expect(() => patchGraph(state, [{ op, path, value: 1 }])).toThrow(reason);
  });

  test("takes any name for data, and moves, copies and tests it", () => {
    const { metadata } = patchGraph(state, [
      { op: "add", path: "/metadata/__proto__", value: 1 },
      { op: "test", path: "/metadata/__proto__", value: 1 },
      { op: "copy", from: "/metadata/__proto__", path: "/metadata/constructor" },
      { op: "move", from: "/metadata/constructor", path: "/metadata/a~1b" },
      { op: "move", from: "/metadata/a~1b", path: "/metadata/a~1b" },
    ]);
    expect(JSON.stringify(metadata)).toBe('{"__proto__":1,"a/b":1}');
    expect(() =>
      patchGraph(state, [{ op: "move", from: "/nodes/0", path: "/nodes/0/attributes" }]),
    ).toThrow("into itself");
  });
});
