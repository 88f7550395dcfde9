import { describe, expect, test } from "vitest";
import { startLocal } from "./start-reasoning.ts";

const server = await startLocal();
const reflection = {
  strengths: ["Clear"],
  weaknesses: ["One trace only"],
  recommendations: ["Trace more"],
  improved_reasoning: "Trace ten checkouts before deciding.",
};

const PRESETS: Record<string, Record<string, unknown>> = {
  "code-review": {
    code: "function add(a, b) { return a + b; }",
    perspectives: ["Correct for numbers", "Joins texts"],
    reflection,
  },
  "debug-analysis": {
    problem: "Checkout is slow",
    analysis: "Only carts with vouchers are slow.",
    hypotheses: [
      { name: "queries", content: "One query per item", confidence: 0.8 },
      { name: "network", content: "The voucher service is far away", confidence: 0.2 },
    ],
    conclusion: reflection,
  },
  "architecture-decision": {
    question: "How do we store vouchers?",
    perspectives: ["They are read more than written"],
    options: [{ content: "In the cart" }, { content: "In a table" }],
    scores: [0.4, 0.9],
  },
  "strategic-decision": {
    question: "Where do we host?",
    alternatives: ["here", "there"],
    scores: { here: { cost: 0.4 }, there: { cost: 0.8 } },
    stakeholders: [{ name: "Finance", power_level: 0.8, interest_level: 0.9 }],
    synthesis: "There, unless finance objects.",
  },
  "evidence-based-conclusion": {
    claim: "Vouchers cause the delay",
    evidence: [
      {
        content: "A trace shows 40 queries",
        credibility: 0.9,
        relevance: 1,
        likelihood_if_true: 0.9,
        likelihood_if_false: 0.2,
      },
    ],
    conclusion: reflection,
  },
};

describe("without a second model", () => {
  test.each(Object.entries(PRESETS))(
    "the preset %s finishes on given inputs",
    async (preset_id, inputs) => {
      const result = await server.callOk("reasoning_preset_run", { preset_id, inputs });
      expect(result).toMatchObject({ status: "completed" });
      expect(result["steps_completed"]).toBe(result["total_steps"]);
      expect(result).not.toHaveProperty("error");
    },
  );

  test("own thoughts, branches, perspectives and reflections are kept like a model's", async () => {
    const first = await server.callOk("reasoning_linear", {
      content: "Why is it slow?",
      thought: "Vouchers are checked one by one.",
      confidence: 0.7,
    });
    const { session_id } = first;
    expect(first).toMatchObject({ content: "Vouchers are checked one by one.", confidence: 0.7 });
    expect(first).not.toHaveProperty("notes");
    const tree = await server.callOk("reasoning_tree", {
      content: "What now?",
      session_id,
      branches: [
        { name: "batch", content: "Ask once", confidence: 0.9 },
        { name: "cache", content: "Ask less", confidence: 0.4 },
      ],
    });
    expect(tree).toMatchObject({
      branches_explored: 2,
      content: "Explored 2 approaches: batch and cache.",
    });
    const [batch] = tree["branches"] as { id: string }[];
    expect(tree["recommended_branch"]).toBe(batch?.id);
    expect(
      await server.callOk("reasoning_divergent", {
        content: "x",
        perspectives: ["Do nothing", "Ask the users", "Wait", "Pay more"],
      }),
    ).toMatchObject({
      perspectives: [
        { viewpoint: "Do nothing", novelty_score: null },
        { viewpoint: "Ask the users" },
        { viewpoint: "Wait" },
        { viewpoint: "Pay more" },
      ],
    });
    expect(
      await server.callOk("reasoning_reflection", {
        thought_id: first["thought_id"],
        findings: { ...reflection, reasoning_quality: 0.6 },
      }),
    ).toMatchObject({ ...reflection, reasoning_quality: 0.6, iterations: 1 });
  });

  test("a graph grows, is rated, merged and refined by its caller", async () => {
    const { graph_id, root_node_id: node_id } = await server.callOk("reasoning_got_init", {
      content: "root",
    });
    const { nodes } = await server.callOk<{ nodes: { id: string }[] }>("reasoning_got_generate", {
      graph_id,
      node_id,
      nodes: [{ content: "one", confidence: 0.9 }, { content: "two" }],
    });
    const [one, two] = nodes.map(({ id }) => id);
    expect(
      await server.callOk("reasoning_got_score", {
        graph_id,
        node_id: one,
        node_ids: [two],
        scores: [0.9, 0.1],
      }),
    ).toMatchObject({
      node_id: one,
      score: 0.9,
      breakdown: null,
      scores: [{ node_id: two, score: 0.1 }],
    });
    expect(
      await server.callOk("reasoning_got_refine", {
        graph_id,
        node_id: one,
        thought: "one, better",
      }),
    ).toMatchObject({ content: "one, better" });
    expect(
      await server.callOk("reasoning_got_aggregate", {
        graph_id,
        node_ids: [one, two],
        thought: "both",
      }),
    ).toMatchObject({ content: "both" });
    await server.callError("reasoning_got_score", { graph_id, node_id: one, scores: [0.9, 0.1] });
  });
});
