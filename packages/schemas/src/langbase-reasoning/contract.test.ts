import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { contractDrift, type KnownDifferences } from "../testing/contract-drift.ts";
import { edgeCases } from "../testing/edge-cases.ts";
import { type JsonSchema, publishedInput } from "../testing/json-schema.ts";
import fixture from "./contract.fixture.json" with { type: "json" };
import {
  ReasoningAnalyzePerspectivesInput,
  ReasoningAssessEvidenceInput,
  ReasoningAutoInput,
  ReasoningBacktrackInput,
  ReasoningCheckpointCreateInput,
  ReasoningCheckpointListInput,
  ReasoningDetectBiasesInput,
  ReasoningDetectFallaciesInput,
  ReasoningDivergentInput,
  ReasoningGotAggregateInput,
  ReasoningGotFinalizeInput,
  ReasoningGotGenerateInput,
  ReasoningGotInitInput,
  ReasoningGotPruneInput,
  ReasoningGotRefineInput,
  ReasoningGotScoreInput,
  ReasoningGotStateInput,
  ReasoningLinearInput,
  ReasoningMakeDecisionInput,
  ReasoningPresetListInput,
  ReasoningPresetRunInput,
  ReasoningProbabilisticInput,
  ReasoningReflectionEvaluateInput,
  ReasoningReflectionInput,
  ReasoningTreeCompleteInput,
  ReasoningTreeFocusInput,
  ReasoningTreeInput,
  ReasoningTreeListInput,
} from "./index.ts";

const contract: Record<string, JsonSchema> = fixture;
const inputs: Record<string, z.ZodType> = {
  reasoning_linear: ReasoningLinearInput,
  reasoning_tree: ReasoningTreeInput,
  reasoning_tree_focus: ReasoningTreeFocusInput,
  reasoning_tree_list: ReasoningTreeListInput,
  reasoning_tree_complete: ReasoningTreeCompleteInput,
  reasoning_divergent: ReasoningDivergentInput,
  reasoning_reflection: ReasoningReflectionInput,
  reasoning_reflection_evaluate: ReasoningReflectionEvaluateInput,
  reasoning_auto: ReasoningAutoInput,
  reasoning_checkpoint_create: ReasoningCheckpointCreateInput,
  reasoning_checkpoint_list: ReasoningCheckpointListInput,
  reasoning_backtrack: ReasoningBacktrackInput,
  reasoning_got_init: ReasoningGotInitInput,
  reasoning_got_generate: ReasoningGotGenerateInput,
  reasoning_got_score: ReasoningGotScoreInput,
  reasoning_got_aggregate: ReasoningGotAggregateInput,
  reasoning_got_refine: ReasoningGotRefineInput,
  reasoning_got_prune: ReasoningGotPruneInput,
  reasoning_got_finalize: ReasoningGotFinalizeInput,
  reasoning_got_state: ReasoningGotStateInput,
  reasoning_detect_biases: ReasoningDetectBiasesInput,
  reasoning_detect_fallacies: ReasoningDetectFallaciesInput,
  reasoning_make_decision: ReasoningMakeDecisionInput,
  reasoning_analyze_perspectives: ReasoningAnalyzePerspectivesInput,
  reasoning_assess_evidence: ReasoningAssessEvidenceInput,
  reasoning_probabilistic: ReasoningProbabilisticInput,
  reasoning_preset_list: ReasoningPresetListInput,
  reasoning_preset_run: ReasoningPresetRunInput,
};
const known: Record<string, KnownDifferences> = {
  reasoning_tree: { defaults: { max_branches: 4 } },
  reasoning_divergent: { defaults: { num_perspectives: 3 } },
  reasoning_reflection: { defaults: { max_iterations: 1 } },
  reasoning_got_generate: { defaults: { k: 3 } },
  reasoning_detect_fallacies: { defaults: { check_formal: true, check_informal: true } },
  reasoning_make_decision: { extra: ["scores"], defaults: { method: "weighted_sum" } },
};

describe("the contract of langbase-reasoning", () => {
  test("names exactly these tools", () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(contract));
  });
});

describe.each(Object.entries(contract))("%s", (tool, wanted) => {
  const input = inputs[tool]!;

  test("is published as the contract says", () => {
    expect(contractDrift(wanted, publishedInput(input), known[tool])).toEqual([]);
  });

  test.each(edgeCases(wanted))("$name", ({ value, accepted }) => {
    expect(input.safeParse(value).success).toBe(accepted);
  });
});
