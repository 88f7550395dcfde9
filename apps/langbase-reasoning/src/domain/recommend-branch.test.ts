import { describe, expect, test } from "vitest";
import { recommendBranch } from "./recommend-branch.ts";

describe("the branch to recommend", () => {
  const candidates = [
    { name: "North", content: "Go up the hill", confidence: 0.6 },
    { name: "South", confidence: 0.9 },
    { name: null, confidence: 0.4 },
  ];

  test.each([
    ["north", undefined, 0],
    [" SOUTH ", undefined, 1],
    ["2", undefined, 1],
    ["1", undefined, 0],
    ["Branch 3", undefined, 2],
    ["Go up the hill.", undefined, 0],
    ["I would take the north one", undefined, 0],
    ["7", undefined, 1],
    ["elsewhere", undefined, 1],
    [undefined, undefined, 1],
    ["north", 0.7, 1],
    ["north", 0.95, 0],
  ])("named %s with threshold %s is %d", (named, threshold, index) => {
    expect(recommendBranch(candidates, named, threshold)).toBe(index);
  });
});
