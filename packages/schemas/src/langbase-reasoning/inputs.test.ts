import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { ReasoningAnalyzePerspectivesInput } from "./reasoning-analyze-perspectives.ts";
import { ReasoningDetectBiasesInput } from "./reasoning-detect-biases.ts";
import { ReasoningDetectFallaciesInput } from "./reasoning-detect-fallacies.ts";
import { ReasoningExportInput } from "./reasoning-export.ts";
import { ReasoningGotAggregateInput } from "./reasoning-got-aggregate.ts";
import { ReasoningGotGenerateInput } from "./reasoning-got-generate.ts";
import { ReasoningGotInitInput } from "./reasoning-got-init.ts";
import { ReasoningGotPruneInput } from "./reasoning-got-prune.ts";
import { ReasoningLinearInput } from "./reasoning-linear.ts";
import { ReasoningMakeDecisionInput } from "./reasoning-make-decision.ts";
import { ReasoningMetricsInput } from "./reasoning-metrics.ts";
import { ReasoningPresetRunInput } from "./reasoning-preset-run.ts";
import { ReasoningReflectionInput } from "./reasoning-reflection.ts";
import { ReasoningTreeInput } from "./reasoning-tree.ts";

function complaints(schema: z.ZodType, input: unknown): string[] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")} - ${message}`);
}

describe("defaults", () => {
  test.each<[string, z.ZodType, object, object]>([
    ["tree", ReasoningTreeInput, { content: "a" }, { max_branches: 4 }],
    ["reflection", ReasoningReflectionInput, { thought_id: "t" }, { max_iterations: 1 }],
    ["got_generate", ReasoningGotGenerateInput, { graph_id: "g", node_id: "n" }, { k: 3 }],
    [
      "detect_fallacies",
      ReasoningDetectFallaciesInput,
      { content: "a" },
      { check_formal: true, check_informal: true },
    ],
    [
      "make_decision",
      ReasoningMakeDecisionInput,
      { question: "Which?", alternatives: ["A", "B"] },
      { method: "weighted_sum" },
    ],
    ["export", ReasoningExportInput, { session_id: "s" }, { format: "markdown" }],
    ["metrics", ReasoningMetricsInput, {}, {}],
    [
      "got_prune, which leaves the threshold to the graph",
      ReasoningGotPruneInput,
      { graph_id: "g" },
      {},
    ],
  ])("of %s", (_tool, schema, given, filled) => {
    expect(schema.parse(given)).toEqual({ ...given, ...filled });
  });
});

describe("examples of the contract", () => {
  test.each([
    { preset_id: "code-review", inputs: { code: "function calculate(a, b) { return a + b; }" } },
    {
      preset_id: "strategic-decision",
      inputs: {
        question: "Should we migrate to cloud or stay on-premise?",
        alternatives: ["AWS Migration", "Azure Migration", "On-premise Upgrade"],
      },
    },
    {
      preset_id: "evidence-based-conclusion",
      inputs: {
        claim: "The new feature improves user engagement by 20%",
        evidence: [
          { content: "A/B test results showing 22% improvement", source_type: "primary" },
          { content: "User feedback surveys indicating satisfaction", source_type: "survey" },
        ],
        prior: 0.5,
      },
    },
  ])("reach the preset $preset_id as they are", (example) => {
    expect(ReasoningPresetRunInput.parse(example)).toEqual(example);
  });

  test("word an empty content as the contract does", () => {
    expect(complaints(ReasoningLinearInput, { content: "  " })).toEqual([
      "content - Content cannot be empty",
    ]);
  });
});

describe("rules that the published schemas do not show", () => {
  test.each([
    ["reflection", ReasoningReflectionInput],
    ["detect_biases", ReasoningDetectBiasesInput],
    ["detect_fallacies", ReasoningDetectFallaciesInput],
  ] as const)("%s needs content or a thought", (_tool, schema) => {
    expect(complaints(schema, { session_id: "s" })).toEqual([
      "content - Either content or thought_id is required",
    ]);
    expect(complaints(schema, { thought_id: "t" })).toEqual([]);
    expect(complaints(schema, { content: "c" })).toEqual([]);
  });

  test("a graph's limits make sense", () => {
    const init = (config: object) => complaints(ReasoningGotInitInput, { content: "c", config });
    expect(init({ max_depth: 1, max_branches: 1, prune_threshold: 0 })).toEqual([]);
    expect(init({ max_depth: 0, max_branches: -1, prune_threshold: 1.1 })).toEqual([
      "config.max_depth - must be at least 1",
      "config.max_branches - must be at least 1",
      "config.prune_threshold - must be from 0 to 1",
    ]);
  });

  test("an aggregation names a node", () => {
    expect(complaints(ReasoningGotAggregateInput, { graph_id: "g", node_ids: [] })).toEqual([
      "node_ids - must name at least one node",
    ]);
  });

  test("alternatives and criteria are distinct", () => {
    const repeated = {
      question: "Which?",
      alternatives: ["A", "A"],
      criteria: [{ name: "cost" }, { name: "cost", weight: 1 }],
    };
    expect(complaints(ReasoningMakeDecisionInput, repeated)).toEqual([
      "alternatives - Alternatives must be distinct",
      "criteria - Criteria must be distinct",
    ]);
  });

  test("scores may be in any unit, but must be numbers", () => {
    const decide = (score: unknown) =>
      complaints(ReasoningMakeDecisionInput, {
        question: "Which?",
        alternatives: ["A", "B"],
        scores: { A: { cost: score }, B: { cost: 0.5 } },
      });
    expect([decide(0), decide(1), decide(90), decide(-5)]).toEqual([[], [], [], []]);
    expect(decide("high")).toHaveLength(1);
    expect(decide(Infinity)).toHaveLength(1);
  });

  test("stakeholders have names", () => {
    expect(
      complaints(ReasoningAnalyzePerspectivesInput, { topic: "t", stakeholders: [{ name: "" }] }),
    ).toEqual(["stakeholders.0.name - Name cannot be empty"]);
  });
});
