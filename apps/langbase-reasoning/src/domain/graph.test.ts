import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Arrow,
  depthBelow,
  hasCycle,
  overallScore,
  roomForChildren,
  sortConclusions,
} from "./graph.ts";

const LIMITS = { maxDepth: 3, maxBranches: 2, pruneThreshold: 0.3 };

describe("hasCycle", () => {
  test.each<[string, Arrow[], boolean]>([
    ["nothing", [], false],
    [
      "a chain",
      [
        ["a", "b"],
        ["b", "c"],
      ],
      false,
    ],
    [
      "a diamond",
      [
        ["a", "b"],
        ["a", "c"],
        ["b", "d"],
        ["c", "d"],
      ],
      false,
    ],
    ["a loop", [["a", "a"]], true],
    [
      "a ring behind a chain",
      [
        ["a", "b"],
        ["b", "c"],
        ["c", "d"],
        ["d", "b"],
      ],
      true,
    ],
  ])("in %s", (_name, arrows, expected) => {
    expect(hasCycle(arrows)).toBe(expected);
  });

  test("arrows that only lead onward make none, and one that leads back does", () => {
    const onward = fc.array(
      fc.tuple(fc.nat(20), fc.nat(20)).filter(([from, to]) => from < to),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(onward, (pairs) => {
        const arrows = pairs.map(([from, to]): Arrow => [`${from}`, `${to}`]);
        expect(hasCycle(arrows)).toBe(false);
        const [from, to] = arrows[0] ?? ["", ""];
        expect(hasCycle([...arrows, [to, from]])).toBe(true);
      }),
    );
  });
});

describe("limits", () => {
  test("a node is one deeper than its deepest source, down to max_depth", () => {
    expect(
      depthBelow(
        [
          { id: "a", depth: 0 },
          { id: "b", depth: 2 },
        ],
        LIMITS,
        "node_ids",
      ),
    ).toBe(3);
    expect(() =>
      depthBelow(
        [
          { id: "a", depth: 1 },
          { id: "b", depth: 3 },
        ],
        LIMITS,
        "node_ids",
      ),
    ).toThrow(
      "Validation failed: node_ids - Node b is at depth 3, the max_depth of this graph; nothing may follow it",
    );
  });

  test("children are cut to the room that is left", () => {
    expect(roomForChildren(5, 0, LIMITS)).toBe(2);
    expect(roomForChildren(1, 1, LIMITS)).toBe(1);
    expect(() => roomForChildren(1, 2, LIMITS)).toThrow("max_branches");
  });
});

test("a score is the mean of its criteria; missing ones follow the rest", () => {
  expect(overallScore({ relevance: 0.1, validity: 0.2, depth: 0.3, novelty: 0.6 }).score).toBe(0.3);
  expect(overallScore({ relevance: 0.4, validity: 0.6 })).toEqual({
    score: 0.5,
    breakdown: { relevance: 0.4, validity: 0.6, depth: 0.5, novelty: 0.5 },
    missing: ["depth", "novelty"],
    divisor: 1,
  });
  expect(overallScore({ score: 0.9 }).score).toBe(0.9);
  expect(overallScore({ relevance: 9, validity: 3, depth: 5, novelty: 2 })).toMatchObject({
    score: 0.475,
    divisor: 10,
  });
  expect(() => overallScore({})).toThrow("The model did not rate the node.");
  expect(() => overallScore({ relevance: 0.9, validity: 0.8, depth: 0.2, novelty: 7 })).toThrow(
    "on no common scale",
  );
});

test("conclusions come best first, unscored last", () => {
  const nodes = [
    { id: "a", score: null, position: 1 },
    { id: "b", score: 0.2, position: 2 },
    { id: "c", score: 0.9, position: 4 },
    { id: "d", score: 0.9, position: 3 },
    { id: "e", score: 0, position: 5 },
  ];
  expect(sortConclusions(nodes).map(({ id }) => id)).toEqual(["d", "c", "b", "e", "a"]);
});

test("ignores other fields of an answer", () => {
  const answer = { relevance: 0.4, validity: 0.4, depth: 0.4, thought: "words", confidence: 1 };
  expect(overallScore(answer).score).toBe(0.4);
});
