import { describe, expect, test } from "vitest";
import { assessItems, overallCredibility } from "./assess-items.ts";
import { joinWords } from "./join-words.ts";
import { recommendBranch } from "./recommend-branch.ts";
import { summariseCalls } from "./summarise-calls.ts";

describe("the branch to recommend", () => {
  const candidates = [
    { name: "North", confidence: 0.6 },
    { name: "South", confidence: 0.9 },
    { name: null, confidence: 0.4 },
  ];

  test.each([
    ["north", undefined, 0],
    [" SOUTH ", undefined, 1],
    ["2", undefined, 2],
    ["7", undefined, 1],
    ["elsewhere", undefined, 1],
    [undefined, undefined, 1],
    ["north", 0.7, 1],
    ["north", 0.95, 0],
  ])("named %s with threshold %s is %d", (named, threshold, index) => {
    expect(recommendBranch(candidates, named, threshold)).toBe(index);
  });
});

describe("evidence", () => {
  test("not assessed is typical for its source", () => {
    const { items, notes } = assessItems(
      [
        { content: "a", source_type: "primary" },
        { content: "b", source_type: "expert" },
        { content: "c" },
      ],
      [{ source_credibility: 0.5, relevance: 1, corroboration: "c", notes: "n" }],
    );
    expect(items).toEqual([
      { content: "a", source_credibility: 0.5, relevance: 1, corroboration: "c", notes: "n" },
      {
        content: "b",
        source_credibility: 0.65,
        relevance: 0.5,
        corroboration: "Not assessed",
        notes: "",
      },
      {
        content: "c",
        source_credibility: 0.5,
        relevance: 0.5,
        corroboration: "Not assessed",
        notes: "",
      },
    ]);
    expect(notes).toHaveLength(1);
  });

  test("counts by its relevance", () => {
    const item = (source_credibility: number, relevance: number) => ({
      content: "",
      source_credibility,
      relevance,
      corroboration: "",
      notes: "",
    });
    expect(overallCredibility([item(0.9, 0.95), item(0.6, 0.7)])).toBeCloseTo(
      (0.9 * 0.95 + 0.6 * 0.7) / 1.65,
      12,
    );
    expect(overallCredibility([item(0.9, 0), item(0.5, 0)])).toBeCloseTo(0.7, 12);
  });
});

test("calls are counted by pipe", () => {
  const call = (
    pipeName: string | null,
    latencyMs: number | null,
    success = true,
    fallback = false,
  ) => ({ pipeName, latencyMs, success, fallback });
  const calls = [
    ...Array.from({ length: 20 }, (_, index) => call("b", index + 1)),
    call("a", 5, false),
    call("a", 7, true, true),
    call(null, null),
  ];
  expect(summariseCalls(calls)).toEqual({
    total: { calls: 23, failures: 1, fallbacks: 1 },
    pipes: [
      {
        pipe_name: "a",
        calls: 2,
        failures: 1,
        fallbacks: 1,
        latency_ms: { p50: 5, p95: 7, max: 7 },
      },
      {
        pipe_name: "b",
        calls: 20,
        failures: 0,
        fallbacks: 0,
        latency_ms: { p50: 10, p95: 19, max: 20 },
      },
    ],
  });
  expect(summariseCalls([])).toEqual({ total: { calls: 0, failures: 0, fallbacks: 0 }, pipes: [] });
});

test("words are joined", () => {
  expect([
    joinWords([]),
    joinWords(["a"]),
    joinWords(["a", "b"]),
    joinWords(["a", "b", "c"]),
  ]).toEqual(["", "a", "a and b", "a, b and c"]);
});
