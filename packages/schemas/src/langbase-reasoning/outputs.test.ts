import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { Branch } from "./branch.ts";
import { ReasoningAnalyzePerspectivesOutput } from "./reasoning-analyze-perspectives.ts";
import { ReasoningAssessEvidenceOutput } from "./reasoning-assess-evidence.ts";
import { ReasoningAutoOutput } from "./reasoning-auto.ts";
import { ReasoningBacktrackOutput } from "./reasoning-backtrack.ts";
import { ReasoningCheckpointCreateOutput } from "./reasoning-checkpoint-create.ts";
import { ReasoningDetectBiasesOutput } from "./reasoning-detect-biases.ts";
import { ReasoningDetectFallaciesOutput } from "./reasoning-detect-fallacies.ts";
import { ReasoningDivergentOutput } from "./reasoning-divergent.ts";
import { ReasoningErrorPayload } from "./reasoning-error.ts";
import { ReasoningGotGenerateOutput } from "./reasoning-got-generate.ts";
import { ReasoningGotInitOutput } from "./reasoning-got-init.ts";
import { ReasoningGotStateOutput } from "./reasoning-got-state.ts";
import { ReasoningLinearOutput } from "./reasoning-linear.ts";
import { ReasoningMakeDecisionOutput } from "./reasoning-make-decision.ts";
import { ReasoningPresetListOutput } from "./reasoning-preset-list.ts";
import { ReasoningPresetRunOutput } from "./reasoning-preset-run.ts";
import { ReasoningProbabilisticOutput } from "./reasoning-probabilistic.ts";
import { ReasoningReflectionOutput } from "./reasoning-reflection.ts";
import { ReasoningTreeListOutput } from "./reasoning-tree-list.ts";
import { ReasoningTreeOutput } from "./reasoning-tree.ts";

const thought = { thought_id: "t", session_id: "s", content: "Reasoning output", confidence: 0.85 };
const detection = {
  severity: 4,
  confidence: 0.85,
  explanation: "Only considers supporting evidence",
  remediation: "Consider evidence that might contradict your conclusion",
  excerpt: "This proves our hypothesis is correct",
};
const bayes = {
  hypothesis: "The bug is in the authentication module",
  prior: 0.3,
  posterior: 0.78,
  entropy: 0.76,
  update_steps: [
    { evidence: "Error logs", prior: 0.3, posterior: 0.65, likelihood_ratio: 4 },
    { evidence: "Certain credentials", prior: 0.65, posterior: 0.78, likelihood_ratio: 2 },
  ],
};
const decision = {
  session_id: "s",
  question: "Which cloud provider should we use?",
  method: "weighted_sum",
  recommendation: { alternative: "AWS", score: 0.85, rank: 1, rationale: "Cost and scalability" },
  rankings: [
    { alternative: "AWS", score: 0.85, rank: 1 },
    { alternative: "GCP", score: 0.78, rank: 2 },
  ],
  trade_offs: [{ between: ["AWS", "GCP"], description: "AWS is cheaper" }],
  sensitivity_analysis: {
    stable: true,
    critical_criteria: ["cost"],
    notes: "Recommendation changes if cost weight drops below 0.3",
  },
};
const branch = {
  id: "b",
  session_id: "s",
  name: null,
  parent_id: null,
  state: "active",
  confidence: 0.8,
  priority: 1,
  created_at: "2025-01-31T10:00:00.000Z",
  updated_at: "2025-01-31T10:00:00.000Z",
};

describe("answers", () => {
  test.each<[string, z.ZodType, object]>([
    ["linear", ReasoningLinearOutput, { ...thought, previous_thought: null }],
    [
      "tree",
      ReasoningTreeOutput,
      { ...thought, branch_id: "b", branches_explored: 3, recommended_branch: "c" },
    ],
    [
      "divergent",
      ReasoningDivergentOutput,
      {
        ...thought,
        perspectives: [{ id: "p", viewpoint: "Perspective description", novelty_score: 0.8 }],
        synthesis: "Integrated insight from all perspectives",
      },
    ],
    [
      "reflection",
      ReasoningReflectionOutput,
      {
        ...thought,
        strengths: ["…"],
        weaknesses: ["…"],
        recommendations: ["…"],
        improved_reasoning: "Enhanced version of original",
      },
    ],
    [
      "auto",
      ReasoningAutoOutput,
      {
        recommended_mode: "tree",
        confidence: 0.85,
        rationale: "Content requires exploring multiple options",
        complexity: 0.6,
        alternative_modes: [{ mode: "divergent", confidence: 0.5, rationale: "Creative" }],
      },
    ],
    [
      "got_init",
      ReasoningGotInitOutput,
      { graph_id: "g", session_id: "s", root_node_id: "n", content: "Root", confidence: 0.8 },
    ],
    [
      "got_state",
      ReasoningGotStateOutput,
      {
        graph_id: "g",
        session_id: "s",
        node_count: 15,
        edge_count: 20,
        max_depth: 4,
        active_nodes: 5,
        terminal_nodes: 2,
        has_cycle: false,
      },
    ],
    [
      "detect_biases",
      ReasoningDetectBiasesOutput,
      {
        session_id: "s",
        thought_id: "t",
        detections: [{ bias_type: "confirmation_bias", ...detection }],
        reasoning_quality: 0.7,
        overall_assessment: "Minor bias detected in reasoning",
      },
    ],
    [
      "detect_fallacies",
      ReasoningDetectFallaciesOutput,
      {
        session_id: "s",
        thought_id: "t",
        detections: [{ fallacy_type: "ad_hominem", category: "informal", ...detection }],
        argument_validity: 0.4,
        overall_assessment: "Multiple fallacies detected",
      },
    ],
    ["make_decision", ReasoningMakeDecisionOutput, decision],
    [
      "make_decision by pairs",
      ReasoningMakeDecisionOutput,
      {
        ...decision,
        method: "pairwise",
        scores: { AWS: { cost: 0.9 }, GCP: { cost: 0.7 } },
        consistency_ratio: 0.12,
        notes: ["The judgements are inconsistent (CR 0.12 > 0.1)."],
      },
    ],
    [
      "analyze_perspectives",
      ReasoningAnalyzePerspectivesOutput,
      {
        session_id: "s",
        topic: "Cloud migration decision",
        power_matrix: {
          key_player: [{ name: "CTO", power: 0.9, interest: 0.95, engagement: "Collaborate" }],
          keep_satisfied: [],
          keep_informed: [{ name: "Developers", power: 0.3, interest: 0.8, engagement: "Tell" }],
          minimal_effort: [],
        },
        conflicts: [{ stakeholders: ["CTO", "CFO"], issue: "Scope vs budget" }],
        alignments: [{ stakeholders: ["CTO", "Developers"], area: "Technical excellence" }],
        synthesis: "Focus on CTO buy-in",
      },
    ],
    [
      "assess_evidence",
      ReasoningAssessEvidenceOutput,
      {
        claim: "The new architecture improves performance by 50%",
        overall_credibility: 0.75,
        confidence: 0.8,
        evidence_assessments: [
          {
            content: "Benchmark tests showing 52% improvement",
            source_credibility: 0.9,
            relevance: 0.95,
            corroboration: "Corroborated by production metrics",
            notes: "Primary source, controlled conditions",
          },
        ],
        synthesis: "Strong evidence supports the claim",
      },
    ],
    ["probabilistic", ReasoningProbabilisticOutput, bayes],
    [
      "probabilistic with default likelihoods and an infinite ratio",
      ReasoningProbabilisticOutput,
      {
        ...bayes,
        update_steps: [
          {
            evidence: "Seen",
            prior: 0.5,
            posterior: 0.7,
            likelihood_ratio: 0.7 / 0.3,
            likelihood_if_true: 0.7,
            likelihood_if_false: 0.3,
            likelihoods: "default",
          },
          { evidence: "Proof", prior: 0.7, posterior: 1, likelihood_ratio: null },
        ],
        notes: ["'Seen' has no likelihoods: 0.7 and 0.3 were taken."],
      },
    ],
    [
      "preset_list",
      ReasoningPresetListOutput,
      {
        presets: [
          {
            id: "code-review",
            name: "Code Review Workflow",
            description: "Multi-step code analysis with bias and fallacy detection",
            category: "code",
            steps: 4,
            input_schema: { code: "string (required) - The code to review" },
          },
        ],
        count: 5,
      },
    ],
    [
      "preset_run",
      ReasoningPresetRunOutput,
      {
        preset_id: "code-review",
        status: "completed",
        session_id: "s",
        steps_completed: 4,
        total_steps: 4,
        results: { biases: { detections: [], reasoning_quality: 0.9 } },
        execution_time_ms: 2500,
      },
    ],
    [
      "preset_run that failed",
      ReasoningPresetRunOutput,
      {
        preset_id: "code-review",
        status: "failed",
        steps_completed: 2,
        total_steps: 4,
        error: "Step 'reflection' failed: Langbase API unavailable",
        results: { perspectives: {}, biases: {} },
      },
    ],
    [
      "tree_list",
      ReasoningTreeListOutput,
      {
        session_id: "s",
        active_branch_id: "b",
        branches: [{ ...branch, is_active: true, thought_count: 2 }],
        count: 1,
      },
    ],
    [
      "checkpoint_create",
      ReasoningCheckpointCreateOutput,
      {
        checkpoint_id: "c",
        id: "c",
        session_id: "s",
        branch_id: null,
        name: "before",
        description: null,
        created_at: "2025-01-31T10:00:00Z",
        thought_count: 3,
        branch_count: 0,
        graph_count: 1,
      },
    ],
    [
      "backtrack that made no new thought",
      ReasoningBacktrackOutput,
      {
        checkpoint_id: "c",
        session_id: "s",
        thought_id: null,
        content: null,
        confidence: null,
        previous_thought: "t",
        branch_id: null,
        abandoned_branch_id: "b",
        restored: { thoughts: 3, branches: 0, graphs: 1 },
        notes: ["No provider is configured: the state was restored, nothing was explored."],
      },
    ],
    [
      "got_generate",
      ReasoningGotGenerateOutput,
      {
        graph_id: "g",
        session_id: "s",
        node_id: "n",
        nodes: [
          {
            id: "m",
            graph_id: "g",
            content: "Continuation",
            node_type: "thought",
            score: null,
            depth: 1,
            is_active: true,
            is_terminal: false,
            created_at: "2025-01-31T10:00:00.123Z",
          },
        ],
        count: 1,
      },
    ],
  ])("of %s pass whole", (_name, schema, answer) => {
    expect(schema.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });

  test("have no confidence beyond 1 and no severity beyond 5", () => {
    const linear = { ...thought, previous_thought: null };
    expect(ReasoningLinearOutput.safeParse({ ...linear, confidence: 1.01 }).success).toBe(false);
    const biases = (severity: number) =>
      ReasoningDetectBiasesOutput.safeParse({
        session_id: "s",
        thought_id: null,
        detections: [{ bias_type: "x", ...detection, severity }],
        reasoning_quality: 1,
        overall_assessment: "",
      }).success;
    expect([0, 1, 5, 6].map(biases)).toEqual([false, true, true, false]);
  });

  test("date in ISO 8601 only", () => {
    expect(Branch.safeParse({ ...branch, created_at: "yesterday" }).success).toBe(false);
    expect(Branch.safeParse({ ...branch, created_at: "2025-01-31T11:00:00+01:00" }).success).toBe(
      true,
    );
  });
});

describe("errors", () => {
  test("carry a type of the contract, and further details", () => {
    const payload = { error: { type: "Validation", message: "…", field: "content", status: 400 } };
    expect(ReasoningErrorPayload.parse(payload)).toEqual(payload);
    expect(ReasoningErrorPayload.safeParse({ error: { type: "Oops", message: "…" } }).success).toBe(
      false,
    );
  });
});
