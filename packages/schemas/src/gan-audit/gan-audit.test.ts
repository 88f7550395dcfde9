import { describe, expect, test } from "vitest";
import { GanReview } from "./gan-review.ts";
import {
  SequentialThinkingFailure,
  SequentialThinkingInput,
  SequentialThinkingOutput,
} from "./sequentialthinking.ts";
import { SessionConfig } from "./session-config.ts";

const review = {
  overall: 88,
  dimensions: [{ name: "accuracy", score: 90 }],
  verdict: "revise",
  review: {
    summary: "Consider adding types.",
    inline: [{ path: "src/x.ts", line: 12, comment: "Add type annotation" }],
    citations: ["repo://src/x.ts:1-40"],
  },
  proposed_diff: null,
  iterations: 1,
  judge_cards: [{ model: "internal", score: 88 }],
};
const response = {
  thoughtNumber: 1,
  totalThoughts: 3,
  nextThoughtNeeded: true,
  branches: ["audit-abc"],
  thoughtHistoryLength: 1,
};

describe("sequentialthinking", () => {
  test("takes the contract's examples as they are", () => {
    const examples = [
      {
        thought: "Review this patch for error handling.",
        nextThoughtNeeded: true,
        thoughtNumber: 1,
        totalThoughts: 3,
        branchId: "feature-audit-123",
      },
      {
        thought: 'Check this change.\n\n```gan-config\n{ "threshold": 90 }\n```',
        nextThoughtNeeded: true,
        thoughtNumber: 1,
        totalThoughts: 3,
        branchId: "audit-abc",
      },
    ];
    for (const example of examples) expect(SequentialThinkingInput.parse(example)).toEqual(example);
  });

  test("answers with and without a review", () => {
    const audited = { ...response, sessionId: "audit-abc", gan: review };
    expect(SequentialThinkingOutput.parse(response)).toEqual(response);
    expect(SequentialThinkingOutput.parse(audited)).toEqual(audited);
  });

  test("carries an error in the review's place when every judge failed", () => {
    const gan = {
      error: "No judge answered.",
      judge_cards: [{ model: "openai:x", notes: "timeout" }],
    };
    expect(SequentialThinkingOutput.parse({ ...response, gan })).toEqual({ ...response, gan });
  });

  test("fails in the contract's shape", () => {
    const failure = {
      error: "thought is required",
      status: "failed",
      details: { field: "thought" },
    };
    expect(SequentialThinkingFailure.parse(failure)).toEqual(failure);
  });
});

describe("GanReview", () => {
  test("lets a failed judge have no score", () => {
    const cards = [
      { model: "internal", score: 88 },
      { model: "cli:codex", notes: "not installed" },
    ];
    expect(GanReview.parse({ ...review, judge_cards: cards }).judge_cards).toEqual(cards);
  });

  test.each([-0.1, 100.1])("has no overall of %d", (overall) => {
    expect(GanReview.safeParse({ ...review, overall }).success).toBe(false);
  });
});

describe("SessionConfig", () => {
  const defaults = {
    task: "Audit and improve the provided candidate",
    scope: "diff",
    threshold: 85,
    maxCycles: 1,
    candidates: 1,
    judges: ["internal"],
    applyFixes: false,
  };

  test("has the contract's defaults, in a new object each time", () => {
    const config = SessionConfig.parse({});
    expect(config).toEqual(defaults);
    config.judges.push("sampling");
    expect(SessionConfig.parse({})).toEqual(defaults);
  });

  test.each([
    { threshold: 0, maxCycles: 1, candidates: 1 },
    { threshold: 100, maxCycles: 10, candidates: 5 },
    { scope: "paths", paths: ["src"] },
    { scope: "workspace" },
  ])("accepts %j", (config) => {
    expect(SessionConfig.parse(config)).toEqual({ ...defaults, ...config });
  });

  test.each([
    { threshold: -1 },
    { threshold: 101 },
    { maxCycles: 0 },
    { maxCycles: 11 },
    { candidates: 0 },
    { candidates: 6 },
    { scope: "repository" },
    { scope: "paths" },
    { scope: "paths", paths: [] },
  ])("rejects %j", (config) => {
    expect(SessionConfig.safeParse(config).success).toBe(false);
  });
});
