import { describe, expect, test } from "vitest";
import { PROVIDERS, UUID } from "./start-reasoning.ts";

const id = expect.stringMatching(UUID);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const servers = await Promise.all(
  PROVIDERS.map(async ([name, start]) => [name, await start()] as const),
);

describe.each(servers)("every tool answers as the contract says, on %s", (_name, { server }) => {
  test("linear, reflection, auto and evaluation", async () => {
    const first = await server.callOk("reasoning_linear", { content: "It rains." });
    expect(first).toEqual({
      thought_id: id,
      session_id: id,
      content: "Step after: It rains.",
      confidence: 0.9,
      previous_thought: null,
    });
    const { session_id, thought_id } = first as { session_id: string; thought_id: string };
    expect(
      await server.callOk("reasoning_linear", {
        content: "Then what?",
        session_id,
        confidence: 0.95,
      }),
    ).toEqual({
      thought_id: id,
      session_id,
      content:
        "Step after: The caller wants a confidence of at least 0.95. If that cannot be had honestly, say what is missing.",
      confidence: 0.9,
      previous_thought: thought_id,
      notes: ["The confidence of 0.9 is below the 0.95 asked for."],
    });
    expect(
      await server.callOk("reasoning_reflection", {
        thought_id,
        max_iterations: 3,
        focus_areas: ["logic"],
      }),
    ).toEqual({
      thought_id: id,
      session_id,
      content: "The reasoning holds but lacks evidence.",
      confidence: 0.75,
      strengths: ["Clear"],
      weaknesses: ["No evidence"],
      recommendations: ["Measure it"],
      improved_reasoning: "The same with evidence.",
      reasoning_quality: 0.65,
      iterations: 2,
    });
    expect(await server.callOk("reasoning_reflection_evaluate", { session_id })).toEqual({
      session_id,
      thought_count: 3,
      reasoning_quality: 0.65,
      coherence: expect.any(Number),
      average_confidence: expect.closeTo((0.9 + 0.9 + 0.75) / 3, 12),
      strengths: ["Clear"],
      weaknesses: ["No evidence"],
      recommendations: ["Measure it"],
      overall_assessment: "The reasoning holds but lacks evidence.",
    });
    expect(
      await server.callOk("reasoning_auto", { content: "Which way?", hints: ["routes"] }),
    ).toEqual({
      recommended_mode: "tree",
      recommended_tool: "reasoning_tree",
      confidence: 0.85,
      rationale: "Several options.",
      complexity: 0.6,
      alternative_modes: [{ mode: "divergent", confidence: 0.5, rationale: "Could be creative." }],
    });
  });

  test("tree, focus, list and complete", async () => {
    const grown = await server.callOk<{
      session_id: string;
      branch_id: string;
      recommended_branch: string;
      branches: { id: string }[];
    }>("reasoning_tree", { content: "How to get home?" });
    const { session_id, branch_id, branches } = grown;
    const [north, south, wait] = branches.map((branch) => branch.id);
    expect(grown).toEqual({
      thought_id: id,
      session_id: id,
      branch_id: id,
      content: "Three ways lead on.",
      confidence: 0.8,
      branches_explored: 3,
      recommended_branch: south,
      branches: [
        { id: north, name: "north", content: "Go north over the pass.", confidence: 0.6 },
        { id: south, name: "south", content: "Go south along the river.", confidence: 0.9 },
        { id: wait, name: "wait", content: "Wait for better weather.", confidence: 0.4 },
      ],
    });
    const branch = (fields: object) => ({
      session_id,
      parent_id: branch_id,
      state: "active",
      created_at: time,
      updated_at: time,
      ...fields,
    });
    const southBranch = branch({ id: south, name: "south", confidence: 0.9, priority: 1 });
    expect(await server.callOk("reasoning_tree_focus", { session_id, branch_id: south })).toEqual({
      session_id,
      branch_id: south,
      previous_branch: branch_id,
      branch: southBranch,
    });
    expect(await server.callOk("reasoning_tree_list", { session_id })).toEqual({
      session_id,
      active_branch_id: south,
      branches: [
        {
          ...branch({ id: branch_id, name: "main", parent_id: null, confidence: 0.8, priority: 0 }),
          is_active: false,
          thought_count: 1,
        },
        {
          ...branch({ id: north, name: "north", confidence: 0.6, priority: 0 }),
          is_active: false,
          thought_count: 1,
        },
        { ...southBranch, is_active: true, thought_count: 1 },
        {
          ...branch({ id: wait, name: "wait", confidence: 0.4, priority: 0 }),
          is_active: false,
          thought_count: 1,
        },
      ],
      count: 4,
    });
    expect(
      await server.callOk("reasoning_tree_complete", {
        session_id,
        branch_id: south,
        state: "completed",
      }),
    ).toEqual({
      session_id,
      branch_id: south,
      state: "completed",
      active_branch_id: branch_id,
      branch: { ...southBranch, state: "completed" },
    });
  });

  test("divergent, checkpoints and backtrack", async () => {
    const diverged = await server.callOk<{ session_id: string; thought_id: string }>(
      "reasoning_divergent",
      { content: "Make it fast", num_perspectives: 2, constraints: ["no money"] },
    );
    const { session_id, thought_id } = diverged;
    expect(diverged).toEqual({
      thought_id: id,
      session_id: id,
      content: "The assumption that it must be fast was challenged.",
      confidence: 0.7,
      perspectives: [
        { id, viewpoint: "Slower is better", novelty_score: 0.9 },
        { id, viewpoint: "Do nothing", novelty_score: 0.6 },
      ],
      synthesis: "Speed is not the point.",
    });
    const checkpoint = await server.callOk<{ checkpoint_id: string }>(
      "reasoning_checkpoint_create",
      {
        session_id,
        name: "here",
        description: "before",
      },
    );
    const { checkpoint_id } = checkpoint;
    const summary = {
      session_id,
      branch_id: null,
      name: "here",
      description: "before",
      created_at: time,
      thought_count: 1,
      branch_count: 0,
      graph_count: 0,
    };
    expect(checkpoint).toEqual({ checkpoint_id, id: checkpoint_id, ...summary });
    expect(await server.callOk("reasoning_checkpoint_list", { session_id })).toEqual({
      session_id,
      checkpoints: [{ id: checkpoint_id, ...summary }],
      count: 1,
    });
    expect(
      await server.callOk("reasoning_backtrack", {
        checkpoint_id,
        new_direction: "Elsewhere",
        session_id,
      }),
    ).toEqual({
      checkpoint_id,
      session_id,
      thought_id: id,
      content: "Step after: Elsewhere",
      confidence: 0.9,
      previous_thought: thought_id,
      branch_id: null,
      abandoned_branch_id: null,
      restored: { thoughts: 1, branches: 0, graphs: 0 },
    });
  });

  test("the graph of thoughts", async () => {
    const graph = await server.callOk<{
      graph_id: string;
      session_id: string;
      root_node_id: string;
    }>("reasoning_got_init", {
      content: "Root",
      problem: "P",
      config: { max_depth: 4, max_branches: 5, prune_threshold: 0.75 },
    });
    const { graph_id, session_id, root_node_id } = graph;
    expect(graph).toEqual({
      graph_id: id,
      session_id: id,
      root_node_id: id,
      content: "Root",
      confidence: 0.8,
    });
    const generated = await server.callOk<{ nodes: { id: string }[] }>("reasoning_got_generate", {
      graph_id,
      node_id: root_node_id,
      k: 2,
    });
    const [one, two] = generated.nodes.map((node) => node.id) as [string, string];
    const node = (nodeId: string, content: string) => ({
      id: nodeId,
      graph_id,
      content,
      node_type: "thought",
      score: null,
      depth: 1,
      is_active: true,
      is_terminal: false,
      created_at: time,
    });
    expect(generated).toEqual({
      graph_id,
      session_id,
      node_id: root_node_id,
      nodes: [
        { ...node(one, "Continuation 1"), confidence: 0.5 },
        { ...node(two, "Continuation 2"), confidence: 0.51 },
      ],
      count: 2,
    });
    expect(await server.callOk("reasoning_got_score", { graph_id, node_id: one })).toEqual({
      graph_id,
      session_id,
      node_id: one,
      score: 0.7,
      breakdown: { relevance: 0.9, validity: 0.8, depth: 0.6, novelty: 0.5 },
      rationale: "Solid.",
    });
    const merged = await server.callOk<{ node_id: string }>("reasoning_got_aggregate", {
      graph_id,
      node_ids: [one, two],
    });
    expect(merged).toEqual({
      graph_id,
      session_id,
      node_id: id,
      content: "Together they say more.",
      confidence: 0.85,
      depth: 2,
      source_node_ids: [one, two],
    });
    const refined = await server.callOk<{ node_id: string }>("reasoning_got_refine", {
      graph_id,
      node_id: merged.node_id,
    });
    expect(refined).toEqual({
      graph_id,
      session_id,
      node_id: id,
      source_node_id: merged.node_id,
      content: "A sharper thought.",
      confidence: 0.95,
      depth: 3,
      critique: "Too vague.",
    });
    expect(await server.callOk("reasoning_got_prune", { graph_id })).toEqual({
      graph_id,
      session_id,
      threshold: 0.75,
      pruned_node_ids: [one],
      pruned_count: 1,
      remaining_nodes: 4,
    });
    expect(await server.callOk("reasoning_got_finalize", { graph_id })).toEqual({
      graph_id,
      session_id,
      terminal_node_ids: [refined.node_id],
      conclusions: [
        { node_id: refined.node_id, content: "A sharper thought.", score: null, depth: 3 },
      ],
      count: 1,
    });
    expect(await server.callOk("reasoning_got_state", { graph_id })).toEqual({
      graph_id,
      session_id,
      node_count: 5,
      edge_count: 5,
      max_depth: 3,
      active_nodes: 4,
      terminal_nodes: 1,
      has_cycle: false,
    });
  });

  test("biases and fallacies", async () => {
    const content = "This proves our hypothesis is right.";
    expect(await server.callOk("reasoning_detect_biases", { content })).toEqual({
      session_id: id,
      thought_id: null,
      detections: [
        {
          bias_type: "confirmation_bias",
          severity: 4,
          confidence: 0.85,
          explanation: "Only supporting evidence.",
          remediation: "Look for the opposite.",
          excerpt: "This proves our hypothesis",
        },
      ],
      reasoning_quality: 0.7,
      overall_assessment: "Minor bias.",
    });
    expect(await server.callOk("reasoning_detect_fallacies", { content })).toEqual({
      session_id: id,
      thought_id: null,
      detections: [
        {
          fallacy_type: "ad_hominem",
          category: "informal",
          severity: 4,
          confidence: 0.9,
          explanation: "Attacks the person.",
          remediation: "Stick to the argument.",
          excerpt: null,
        },
      ],
      argument_validity: 0.4,
      overall_assessment: "One fallacy.",
    });
  });

  test("decisions, perspectives, evidence and probabilities", async () => {
    expect(
      await server.callOk("reasoning_make_decision", {
        question: "Which?",
        alternatives: ["AWS", "GCP"],
      }),
    ).toEqual({
      session_id: id,
      question: "Which?",
      method: "weighted_sum",
      recommendation: {
        alternative: "AWS",
        score: expect.closeTo(0.74, 12),
        rank: 1,
        rationale: "AWS has the highest score, 0.74: it leads on cost (0.9).",
      },
      rankings: [
        { alternative: "AWS", score: expect.closeTo(0.74, 12), rank: 1 },
        { alternative: "GCP", score: expect.closeTo(0.66, 12), rank: 2 },
      ],
      trade_offs: [
        {
          between: ["AWS", "GCP"],
          description:
            "AWS is ahead on cost (0.9 against 0.7); GCP is ahead on speed (0.6 against 0.5).",
        },
      ],
      sensitivity_analysis: {
        stable: false,
        critical_criteria: ["cost", "speed"],
        notes:
          "The recommendation changes if the weight of cost drops below 0.333 (now 0.6). The recommendation changes if the weight of speed rises above 0.667 (now 0.4). It also changes if the scores are off by 0.04.",
        score_margin: expect.closeTo(0.04, 5),
        weight_ranges: [
          { criterion: "cost", weight: 0.6, lowest: expect.closeTo(1 / 3, 12), highest: null },
          { criterion: "speed", weight: 0.4, lowest: null, highest: expect.closeTo(2 / 3, 12) },
        ],
      },
      scores: { AWS: { cost: 0.9, speed: 0.5 }, GCP: { cost: 0.7, speed: 0.6 } },
    });
    expect(await server.callOk("reasoning_analyze_perspectives", { topic: "Cloud" })).toEqual({
      session_id: id,
      topic: "Cloud",
      power_matrix: {
        key_player: [
          { name: "CTO", power: 0.9, interest: 0.95, engagement: "Collaborate closely" },
        ],
        keep_satisfied: [
          { name: "CFO", power: 0.85, interest: 0.4, engagement: "Regular updates" },
        ],
        keep_informed: [],
        minimal_effort: [],
      },
      conflicts: [{ stakeholders: ["CTO", "CFO"], issue: "Scope against budget" }],
      alignments: [{ stakeholders: ["CTO", "CFO"], area: "Reliability" }],
      synthesis: "Win the CTO first.",
    });
    expect(
      await server.callOk("reasoning_assess_evidence", {
        claim: "It is faster",
        evidence: [{ content: "Benchmark", source_type: "primary" }, { content: "A user said so" }],
      }),
    ).toEqual({
      claim: "It is faster",
      overall_credibility: expect.closeTo((0.9 * 0.8 + 0.6 * 0.4) / 1.2, 12),
      confidence: 0.8,
      evidence_assessments: [
        {
          content: "Benchmark",
          source_credibility: 0.9,
          relevance: 0.8,
          corroboration: "Borne out",
          notes: "Primary",
        },
        {
          content: "A user said so",
          source_credibility: 0.6,
          relevance: 0.4,
          corroboration: "Partly",
          notes: "Anecdotal",
        },
      ],
      synthesis: "It supports the claim.",
      session_id: id,
    });
    expect(
      await server.callOk("reasoning_probabilistic", {
        hypothesis: "H",
        prior: 0.5,
        evidence: [
          { description: "E1" },
          { description: "E2", likelihood_if_true: 0.5, likelihood_if_false: 0.5 },
        ],
      }),
    ).toEqual({
      hypothesis: "H",
      prior: 0.5,
      posterior: expect.closeTo(0.8, 12),
      entropy: expect.closeTo(-0.8 * Math.log2(0.8) - 0.2 * Math.log2(0.2), 12),
      update_steps: [
        {
          evidence: "E1",
          prior: 0.5,
          posterior: expect.closeTo(0.8, 12),
          likelihood_ratio: 4,
          likelihood_if_true: 0.8,
          likelihood_if_false: 0.2,
          likelihoods: "model",
        },
        {
          evidence: "E2",
          prior: expect.closeTo(0.8, 12),
          posterior: expect.closeTo(0.8, 12),
          likelihood_ratio: 1,
          likelihood_if_true: 0.5,
          likelihood_if_false: 0.5,
          likelihoods: "given",
        },
      ],
      session_id: id,
    });
  });
});
