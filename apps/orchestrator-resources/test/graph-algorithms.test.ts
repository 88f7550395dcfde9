import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criticalPath } from "../src/domain/critical-path.ts";
import { toDot, toMermaid } from "../src/domain/draw-graph.ts";
import { findCycle, type GraphState } from "../src/domain/graph-state.ts";
import { buildGraph } from "../src/domain/graph-structure.ts";
import { rankNodes } from "../src/domain/rank-nodes.ts";
import { shortestPaths } from "../src/domain/shortest-paths.ts";
import { summarizeGraph } from "../src/domain/summarize-graph.ts";

type Edge = [from: string, to: string, weight?: number];

function graph(nodes: string[], edges: Edge[]): GraphState {
  return buildGraph({
    name: "test",
    nodes: nodes.map((id) => ({ id, attributes: {} })),
    edges: edges.map(([from, to, weight]) => ({
      from,
      to,
      ...(weight !== undefined && { weight }),
      attributes: {},
    })),
    metadata: {},
  });
}

const request = { avoid_nodes: [], via: [], k: 1 };

describe("shortestPaths", () => {
  const diamond = graph(
    ["a", "b", "c", "d"],
    [
      ["a", "b", 1],
      ["a", "c", 2],
      ["b", "d", 3],
      ["c", "d", 1],
      ["b", "c", 1],
    ],
  );

  test("returns the k cheapest paths, equals in order of their ids", () => {
    expect(shortestPaths(diamond, { ...request, from: "a", to: "d", k: 5 })).toEqual([
      { nodes: ["a", "b", "c", "d"], cost: 3, length: 3 },
      { nodes: ["a", "c", "d"], cost: 3, length: 2 },
      { nodes: ["a", "b", "d"], cost: 4, length: 2 },
    ]);
  });

  test("keeps to the constraints", () => {
    const paths = (more: object) =>
      shortestPaths(diamond, { ...request, from: "a", to: "d", k: 5, ...more }).map(({ nodes }) =>
        nodes.join(""),
      );
    expect(paths({ avoid_nodes: ["b"] })).toEqual(["acd"]);
    expect(paths({ via: ["b"] })).toEqual(["abcd", "abd"]);
    expect(paths({ max_cost: 3 })).toEqual(["abcd", "acd"]);
    expect(paths({ avoid_nodes: ["d"] })).toEqual([]);
  });

  test("finds none where there is none, and refuses unknown nodes and negative costs", () => {
    expect(shortestPaths(diamond, { ...request, from: "d", to: "a" })).toEqual([]);
    expect(() => shortestPaths(diamond, { ...request, from: "x", to: "a" })).toThrow('no node "x"');
    const negative = graph(["a", "b"], [["a", "b", -1]]);
    expect(() => shortestPaths(negative, { ...request, from: "a", to: "b" })).toThrow("negative");
    const endless = graph(["a", "b"], [["a", "b", 1e308]]);
    expect(() => shortestPaths(endless, { ...request, from: "a", to: "b" })).toThrow("too large");
  });

  test("agrees with enumerating all paths", () => {
    const ids = ["0", "1", "2", "3", "4", "constructor"];
    const edge = fc.tuple(
      fc.constantFrom(...ids),
      fc.constantFrom(...ids),
      fc.integer({ min: 0, max: 5 }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { selector: ([from, to]) => `${from} ${to}`, maxLength: 18 }),
        (edges) => {
          const state = graph(ids, edges);
          const found = shortestPaths(state, { ...request, from: "0", to: "4", k: 4 });
          expect(found.map(({ cost }) => cost)).toEqual(allPathCosts(edges, "0", "4").slice(0, 4));
          expect(new Set(found.map(({ nodes }) => nodes.join(" "))).size).toBe(found.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("handles a chain of ten thousand nodes", () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const chain = graph(
      ids,
      ids.slice(1).map((id, index): Edge => [ids[index] as string, id]),
    );
    const [path] = shortestPaths(chain, { ...request, from: "n0", to: "n9999" });
    expect(path?.cost).toBe(9_999);
  });
});

function allPathCosts(edges: readonly Edge[], from: string, to: string): number[] {
  const costs: number[] = [];
  const walk = (at: string, passed: string[], cost: number) => {
    if (at === to) return void costs.push(cost);
    for (const [source, target, weight = 1] of edges)
      if (source === at && !passed.includes(target))
        walk(target, [...passed, target], cost + weight);
  };
  walk(from, [from], 0);
  return costs.toSorted((left, right) => left - right);
}

describe("criticalPath", () => {
  test("finds the longest chain and the slack of the others", () => {
    const state = buildGraph({
      name: "test",
      nodes: [
        { id: "a", attributes: { duration: 2 } },
        { id: "b", attributes: { duration: 5 } },
        { id: "c", attributes: {} },
        { id: "d", attributes: { duration: 1 } },
      ],
      edges: [
        { from: "a", to: "b", attributes: {} },
        { from: "a", to: "c", attributes: {} },
        { from: "b", to: "d", attributes: {} },
        { from: "c", to: "d", attributes: {} },
      ],
      metadata: {},
    });
    const result = criticalPath(state, { attribute: "duration", usual: 1 });
    expect(result.duration).toBe(8);
    expect(result.path).toEqual(["a", "b", "d"]);
    expect(result.nodes.find(({ id }) => id === "c")).toEqual({
      id: "c",
      earliest_start: 2,
      earliest_finish: 3,
      latest_start: 6,
      latest_finish: 7,
      slack: 4,
    });
  });

  test("refuses a cycle", () => {
    const cyclic = graph(
      ["a", "b"],
      [
        ["a", "b"],
        ["b", "a"],
      ],
    );
    expect(() => criticalPath(cyclic, { attribute: "duration", usual: 1 })).toThrow("cycle");
  });
});

describe("findCycle", () => {
  test("names the nodes of a cycle in order", () => {
    expect(
      findCycle(
        graph(
          ["a", "b", "c", "d"],
          [
            ["a", "b"],
            ["b", "c"],
            ["c", "b"],
            ["c", "d"],
          ],
        ),
      ),
    ).toEqual(["b", "c"]);
    expect(findCycle(graph(["a"], [["a", "a"]]))).toEqual(["a"]);
    expect(
      findCycle(
        graph(
          ["a", "b", "c"],
          [
            ["a", "b"],
            ["a", "c"],
            ["b", "c"],
          ],
        ),
      ),
    ).toBeUndefined();
  });
});

describe("summarizeGraph", () => {
  test("tells the shape of a graph", () => {
    expect(
      summarizeGraph(
        graph(
          ["a", "b", "c", "x"],
          [
            ["a", "b"],
            ["b", "c"],
          ],
        ),
      ),
    ).toEqual({
      node_count: 4,
      edge_count: 2,
      density: 2 / 12,
      acyclic: true,
      depth: 2,
      components: 2,
      max_in_degree: 1,
      max_out_degree: 1,
      entrypoints: ["a", "x"],
      exits: ["c", "x"],
      isolated: ["x"],
    });
    expect(summarizeGraph(graph([], []))).toMatchObject({ density: 0, depth: 0, components: 0 });
    expect(
      summarizeGraph(
        graph(
          ["a", "b"],
          [
            ["a", "b"],
            ["b", "a"],
          ],
        ),
      ),
    ).toMatchObject({ acyclic: false, depth: null });
  });
});

describe("rankNodes", () => {
  test("ranks by each measure", () => {
    const star = graph(
      ["a", "hub", "b", "c"],
      [
        ["a", "hub"],
        ["hub", "b"],
        ["hub", "c"],
      ],
    );
    for (const metric of ["degree", "betweenness"] as const)
      expect(rankNodes(star, metric)[0]?.node).toBe("hub");
    for (const metric of ["closeness", "pagerank"] as const) {
      const scores = rankNodes(star, metric);
      expect(scores.map(({ node }) => node).toSorted()).toEqual(["a", "b", "c", "hub"]);
      expect(scores).toEqual(scores.toSorted((left, right) => right.score - left.score));
    }
    expect(rankNodes(graph([], []), "pagerank")).toEqual([]);
  });
});

describe("drawing", () => {
  test("shows text as it is, also what Mermaid would take for HTML or for a code", () => {
    const labels = toMermaid(graph(["a < b & c", "#35; of #12", "<b>#lt;</b>\nend"], []))
      .split("\n")
      .slice(1);
    expect(labels).toEqual([
      '  n0["a #lt; b &amp; c"]',
      '  n1["#35;35; of #12"]',
      '  n2["#lt;b>#35;lt;#lt;/b><br/>end"]',
    ]);
  });

  test("escapes what would break the text", () => {
    const state = graph(['say "hi"', "b"], [['say "hi"', "b", 2]]);
    expect(toMermaid(state)).toBe(
      ["flowchart TD", '  n0["say #quot;hi#quot;"]', '  n1["b"]', '  n0 -->|"2"| n1'].join("\n"),
    );
    expect(toDot(state)).toBe(
      [
        'digraph "test" {',
        '  "say \\"hi\\"";',
        '  "b";',
        '  "say \\"hi\\"" -> "b" [weight="2"];',
        "}",
      ].join("\n"),
    );
  });
});
