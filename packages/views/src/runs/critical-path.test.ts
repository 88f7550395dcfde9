import { describe, expect, test } from "vitest";
import { criticalPath } from "./critical-path.ts";

const node = (node_id: string, started_at: number | null, ended_at: number | null) => ({
  node_id,
  started_at,
  ended_at,
});

describe("the critical path of a run", () => {
  test("leads from the last node to end back over those that it waited for", () => {
    const nodes = [
      node("fetch", 0, 10),
      node("lint", 0, 4),
      node("test", 10, 40),
      node("pack", 40, 45),
      node("docs", 10, 20),
    ];
    const edges = [
      { from: "fetch", to: "test" },
      { from: "lint", to: "test" },
      { from: "test", to: "pack" },
      { from: "docs", to: "pack" },
      { from: "fetch", to: "docs" },
    ];
    expect([...criticalPath(nodes, edges)]).toEqual(["pack", "test", "fetch"]);
  });

  test("leaves out nodes that never started, and is empty before anything has ended", () => {
    const edges = [{ from: "a", to: "b" }];
    expect([...criticalPath([node("a", 0, 5), node("b", null, null)], edges)]).toEqual(["a"]);
    expect([...criticalPath([node("a", 0, null), node("b", null, null)], edges)]).toEqual([]);
  });
});
