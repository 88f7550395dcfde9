import { resultText } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { startLocal, UUID } from "./start-reasoning.ts";

const server = await startLocal();
const id = expect.stringMatching(UUID);

describe("without any model", () => {
  test("decisions on given scores are made", async () => {
    const scores = { Rust: { speed: 0.9, ease: 0.3 }, Go: { speed: 0.7, ease: 0.8 } };
    const criteria = [
      { name: "speed", weight: 0.5 },
      { name: "ease", weight: 0.5 },
    ];
    const ask = { question: "Which?", alternatives: ["Rust", "Go"], criteria, scores };
    expect(await server.callOk("reasoning_make_decision", ask)).toMatchObject({
      session_id: id,
      rankings: [
        { alternative: "Go", score: 0.75, rank: 1 },
        { alternative: "Rust", score: 0.6, rank: 2 },
      ],
    });
    expect(
      await server.callOk("reasoning_make_decision", { ...ask, method: "topsis" }),
    ).toMatchObject({ method: "topsis", recommendation: { alternative: "Go" } });
    const paired = await server.callOk("reasoning_make_decision", { ...ask, method: "pairwise" });
    expect(paired).toMatchObject({ consistency_ratio: 0, recommendation: { alternative: "Go" } });
    expect(paired).not.toHaveProperty("notes");
    const extreme = { A: { c: 1 }, B: { c: 0.2 }, C: { c: 0.01 } };
    const doubtful = await server.callOk("reasoning_make_decision", {
      question: "q",
      alternatives: ["A", "B", "C"],
      scores: extreme,
      method: "pairwise",
    });
    expect(doubtful["consistency_ratio"]).toBeGreaterThan(0.1);
    expect(doubtful["notes"]).toEqual([
      expect.stringMatching(
        /^The pairwise judgements contradict each other \(consistency ratio 0\.\d{3}, more than 0\.1\)/,
      ),
    ]);
  });

  test("probabilities are updated, with default likelihoods that are said", async () => {
    expect(
      await server.callOk("reasoning_probabilistic", {
        hypothesis: "h",
        prior: 0.5,
        evidence: [{ description: "e" }],
      }),
    ).toMatchObject({
      posterior: expect.closeTo(0.7, 12),
      entropy: expect.closeTo(-0.7 * Math.log2(0.7) - 0.3 * Math.log2(0.3), 12),
      update_steps: [{ likelihoods: "default", likelihood_if_true: 0.7, likelihood_if_false: 0.3 }],
      notes: ["Likelihoods that nobody gave (1 of 1 items) count as 0.7 if true and 0.3 if false."],
    });
    expect(
      await server.callOk("reasoning_probabilistic", {
        hypothesis: "h",
        prior: 1,
        evidence: [{ description: "e", likelihood_if_true: 0.5, likelihood_if_false: 0 }],
      }),
    ).toMatchObject({ posterior: 1, entropy: 0, update_steps: [{ likelihood_ratio: null }] });
  });

  test("stakeholders with levels are mapped, others need a model", async () => {
    const stakeholders = [
      { name: "CTO", power_level: 0.5, interest_level: 0.5, interests: ["uptime"] },
      { name: "Team", power_level: 0.2, interest_level: 0.9, interests: ["Uptime"] },
    ];
    expect(
      await server.callOk("reasoning_analyze_perspectives", { topic: "Cloud", stakeholders }),
    ).toEqual({
      session_id: id,
      topic: "Cloud",
      power_matrix: {
        key_player: [
          {
            name: "CTO",
            power: 0.5,
            interest: 0.5,
            engagement: "Manage closely and collaborate on decisions",
          },
        ],
        keep_satisfied: [],
        keep_informed: [
          {
            name: "Team",
            power: 0.2,
            interest: 0.9,
            engagement: "Keep informed and address concerns",
          },
        ],
        minimal_effort: [],
      },
      conflicts: [],
      alignments: [{ stakeholders: ["CTO", "Team"], area: "uptime" }],
      synthesis:
        "Work closely with: CTO. Keep informed: Team. CTO and Team share an interest in uptime.",
      notes: ["Conflicts are not looked for without a model."],
    });
    await server.callError("reasoning_analyze_perspectives", {
      topic: "Cloud",
      stakeholders: [{ name: "CTO" }],
    });
  });

  test("modes are chosen and faults found by rules", async () => {
    expect(
      await server.callOk("reasoning_auto", { content: "Which alternative should we choose?" }),
    ).toMatchObject({
      recommended_mode: "decision",
      recommended_tool: "reasoning_make_decision",
      notes: [expect.stringMatching(/right 11 times in 44\.$/)],
    });
    expect(
      await server.callOk("reasoning_detect_biases", {
        content: "We have already invested a million.",
      }),
    ).toMatchObject({
      detections: [
        {
          bias_type: "sunk_cost_fallacy",
          severity: 4,
          confidence: 0.75,
          excerpt: "We have already invested a million.",
        },
      ],
      reasoning_quality: null,
      overall_assessment: "One bias found, a grave one: sunk cost fallacy.",
      notes: [expect.stringMatching(/about 1 in 7 biased texts/)],
    });
    expect(
      await server.callOk("reasoning_detect_biases", {
        content: "Everyone is doing it.",
        check_types: [],
      }),
    ).toMatchObject({ detections: [{ bias_type: "bandwagon_effect" }] });
    expect(
      await server.callOk("reasoning_detect_biases", {
        content: "x",
        check_types: ["Halo Effect"],
      }),
    ).toMatchObject({
      detections: [],
      reasoning_quality: null,
      notes: [expect.any(String), "There is no rule for halo_effect."],
    });
    expect(
      await server.callOk("reasoning_detect_fallacies", {
        content: "If it rains, the street is wet. The street is wet. Therefore it rains.",
        check_informal: false,
      }),
    ).toMatchObject({ detections: [{ fallacy_type: "affirming_consequent", category: "formal" }] });
  });

  test("sessions are rated by figures", async () => {
    const { session_id } = await server.callOk("reasoning_probabilistic", {
      hypothesis: "h",
      prior: 0.9,
      evidence: [{ description: "e" }],
    });
    expect(await server.callOk("reasoning_reflection_evaluate", { session_id })).toMatchObject({
      thought_count: 1,
      coherence: 1,
      strengths: expect.arrayContaining([expect.stringMatching(/^High average confidence/)]),
      notes: ["Strengths and weaknesses are read off the figures, not judged by a model."],
    });
    const { session_id: empty } = await server.callOk("reasoning_got_init", { content: "x" });
    expect(
      await server.callOk("reasoning_reflection_evaluate", { session_id: empty }),
    ).toMatchObject({
      thought_count: 0,
      coherence: 0,
      reasoning_quality: null,
      weaknesses: [],
      recommendations: [],
      overall_assessment: "There are no thoughts to judge.",
      notes: ["The session has no thoughts yet."],
    });
  });

  test.each([
    ["reasoning_linear", { content: "x" }],
    ["reasoning_tree", { content: "x" }],
    ["reasoning_divergent", { content: "x" }],
    ["reasoning_reflection", { content: "x" }],
    ["reasoning_make_decision", { question: "q", alternatives: ["a", "b"] }],
    ["reasoning_assess_evidence", { claim: "c", evidence: [{ content: "e" }] }],
  ])("%s says how to configure one, and invents nothing", async (tool, args) => {
    const result = await server.callError(tool, args);
    expect(result.structuredContent).toMatchObject({
      error: { type: "LangbaseUnavailable", provider: "local" },
    });
    for (const word of [
      tool,
      "LANGBASE_API_KEY",
      "OPENAI_API_KEY",
      "OPENAI_BASE_URL",
      "claude",
      "sampling",
    ])
      expect(resultText(result)).toContain(word);
  });
});
