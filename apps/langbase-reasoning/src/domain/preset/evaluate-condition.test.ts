import { describe, expect, test } from "vitest";
import { evaluateCondition } from "./evaluate-condition.ts";

const scope = {
  inputs: { code: "x = 1", list: [1, 2], nothing: null },
  analysis: {
    confidence: 0.7,
    text: "all is well",
    tags: ["a", { b: 1 }],
    nodes: [{ id: "n1" }, { id: "n2" }, {}],
  },
  session_id: "s",
};

describe("conditions", () => {
  test.each([
    ["analysis.confidence", "gt", 0.6, true],
    ["analysis.confidence", "gt", 0.7, false],
    ["analysis.confidence", "gte", 0.7, true],
    ["analysis.confidence", "gte", 0.71, false],
    ["analysis.confidence", "lt", 0.8, true],
    ["analysis.confidence", "lt", 0.7, false],
    ["analysis.confidence", "lte", 0.7, true],
    ["analysis.confidence", "lte", 0.69, false],
    ["analysis.text", "gt", "a", true],
    ["analysis.text", "lt", 3, false],
    ["missing", "lt", 3, false],
    ["analysis.confidence", "eq", 0.7, true],
    ["analysis.confidence", "eq", "0.7", false],
    ["analysis.tags.1", "eq", { b: 1 }, true],
    ["analysis.tags", "eq", { 0: "a", 1: { b: 1 } }, false],
    ["analysis.confidence", "neq", 0.7, false],
    ["missing", "neq", 0.7, true],
    ["analysis.text", "contains", "well", true],
    ["analysis.text", "contains", "bad", false],
    ["analysis.tags", "contains", "a", true],
    ["analysis.tags", "contains", { b: 1 }, true],
    ["analysis.tags", "contains", { b: 2 }, false],
    ["analysis", "contains", "nodes", true],
    ["analysis.confidence", "contains", 0.7, false],
    ["analysis.text", "exists", undefined, true],
    ["inputs.nothing", "exists", undefined, false],
    ["missing", "exists", undefined, false],
    ["missing", "exists", false, true],
  ] as const)("%s %s %j is %s", (field, operator, value, expected) => {
    expect(evaluateCondition({ field, operator, value }, scope)).toBe(expected);
  });
});
