import type { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";

const step = (
  id: string,
  tool: string,
  input_map: Record<string, unknown>,
  depends_on: string[] = [],
) => ({
  id,
  tool: `reasoning_${tool}`,
  input_map,
  store_as: id,
  depends_on,
  optional: false,
});

const codeReview: WorkflowPreset = {
  id: "code-review",
  name: "Code Review Workflow",
  description: "Looks at code from several sides, then checks that look for biases and fallacies",
  category: "code",
  input_schema: {
    code: "string (required) - The code to review",
    language: "string - Its language",
    context: "string - What it is for",
    perspectives: "array - Your own perspectives on it; then no model is asked for them",
    reflection: "object - Your own strengths, weaknesses, recommendations, improved_reasoning",
  },
  steps: [
    step("perspectives", "divergent", {
      content:
        "Review this code for correctness, security, performance and maintainability.\n${inputs.context}\n\n```${inputs.language}\n${inputs.code}\n```",
      perspectives: "$inputs.perspectives",
    }),
    step("biases", "detect_biases", { thought_id: "$perspectives.thought_id" }, ["perspectives"]),
    step("fallacies", "detect_fallacies", { thought_id: "$perspectives.thought_id" }, [
      "perspectives",
    ]),
    step(
      "reflection",
      "reflection",
      { thought_id: "$perspectives.thought_id", findings: "$inputs.reflection" },
      ["biases", "fallacies"],
    ),
  ],
};

const debugAnalysis: WorkflowPreset = {
  id: "debug-analysis",
  name: "Debug Analysis Workflow",
  description: "Analyses a problem, explores hypotheses, marks the point and draws a conclusion",
  category: "code",
  input_schema: {
    problem: "string (required) - What goes wrong",
    error: "string - The error message or log",
    code: "string - The code concerned",
    analysis: "string - Your own analysis; then no model is asked for it",
    hypotheses: "array - Your own hypotheses, each with content and optionally name and confidence",
    conclusion: "object - Your own strengths, weaknesses, recommendations, improved_reasoning",
  },
  steps: [
    step("initial", "linear", {
      content:
        "Find out what this problem says about its cause.\n${inputs.problem}\n\n${inputs.error}\n\n${inputs.code}",
      thought: "$inputs.analysis",
    }),
    step(
      "hypotheses",
      "tree",
      {
        content: "Explore hypotheses on the cause, and how to test each.\n${initial.content}",
        branches: "$inputs.hypotheses",
      },
      ["initial"],
    ),
    step(
      "checkpoint",
      "checkpoint_create",
      { name: "debug-analysis", description: "Hypotheses are laid out" },
      ["hypotheses"],
    ),
    step(
      "conclusion",
      "reflection",
      { thought_id: "$hypotheses.thought_id", findings: "$inputs.conclusion" },
      ["checkpoint"],
    ),
  ],
};

const architectureDecision: WorkflowPreset = {
  id: "architecture-decision",
  name: "Architecture Decision Workflow",
  description: "Explores options, develops and scores them in a graph of thoughts, and concludes",
  category: "architecture",
  input_schema: {
    question: "string (required) - What is to be decided",
    context: "string - Where it has to fit",
    constraints: "array - What must hold",
    perspectives: "array - Your own views of the options; then no model is asked for them",
    options: "array - Your own options, each with content and optionally confidence",
    scores: "array - Your own scores of the options, from 0 to 1, in their order",
  },
  steps: [
    step("options", "divergent", {
      content: "${inputs.question}\n${inputs.context}",
      constraints: "$inputs.constraints",
      perspectives: "$inputs.perspectives",
    }),
    step("graph", "got_init", { content: "$options.synthesis", problem: "$inputs.question" }, [
      "options",
    ]),
    step(
      "expansions",
      "got_generate",
      {
        graph_id: "$graph.graph_id",
        node_id: "$graph.root_node_id",
        nodes: "$inputs.options",
      },
      ["graph"],
    ),
    step(
      "scores",
      "got_score",
      {
        graph_id: "$graph.graph_id",
        node_id: "$expansions.nodes.0.id",
        node_ids: "$expansions.nodes.*.id",
        scores: "$inputs.scores",
      },
      ["expansions"],
    ),
    step(
      "decision",
      "got_finalize",
      { graph_id: "$graph.graph_id", terminal_node_ids: "$expansions.nodes.*.id" },
      ["scores"],
    ),
  ],
};

const strategicDecision: WorkflowPreset = {
  id: "strategic-decision",
  name: "Strategic Decision Workflow",
  description: "Ranks alternatives, maps stakeholders, checks for biases and sums up",
  category: "decision",
  input_schema: {
    question: "string (required) - What is to be decided",
    alternatives: "array (required) - The options, at least two",
    criteria: "array - Criteria with optional weights",
    scores: "object - Alternative, criterion, score from 0 to 1",
    method: "string - weighted_sum, pairwise or topsis",
    stakeholders: "array - Who is concerned",
    context: "string - What else matters",
    synthesis: "string - Your own conclusion; then no model is asked for it",
  },
  steps: [
    step("decision", "make_decision", {
      question: "$inputs.question",
      alternatives: "$inputs.alternatives",
      criteria: "$inputs.criteria",
      scores: "$inputs.scores",
      method: "$inputs.method",
      context: "$inputs.context",
    }),
    step("perspectives", "analyze_perspectives", {
      topic: "$inputs.question",
      stakeholders: "$inputs.stakeholders",
      context: "$inputs.context",
    }),
    step(
      "biases",
      "detect_biases",
      {
        content:
          "${inputs.context}\n${decision.recommendation.rationale}\n${perspectives.synthesis}",
      },
      ["decision", "perspectives"],
    ),
    step(
      "synthesis",
      "linear",
      {
        content:
          "Sum up what to decide, and what to watch.\nQuestion: ${inputs.question}\nRanking: ${decision.rankings}\nSensitivity: ${decision.sensitivity_analysis.notes}\nStakeholders: ${perspectives.synthesis}\nBiases: ${biases.overall_assessment}",
        thought: "$inputs.synthesis",
      },
      ["biases"],
    ),
  ],
};

const evidenceBasedConclusion: WorkflowPreset = {
  id: "evidence-based-conclusion",
  name: "Evidence-Based Conclusion Workflow",
  description:
    "Assesses evidence, updates the probability of a claim, checks for fallacies and concludes",
  category: "research",
  input_schema: {
    claim: "string (required) - The claim",
    evidence:
      "array (required) - Items with content, and optionally source, source_type, date and likelihoods",
    prior: "number - Probability before the evidence (default 0.5)",
    context: "string - What else matters",
    conclusion: "object - Your own strengths, weaknesses, recommendations, improved_reasoning",
  },
  steps: [
    step("assessment", "assess_evidence", {
      claim: "$inputs.claim",
      evidence: { $from: "inputs.evidence", $as: "evidence-items" },
      context: "$inputs.context",
    }),
    step("probability", "probabilistic", {
      hypothesis: "$inputs.claim",
      prior: { $from: "inputs.prior", $default: 0.5 },
      evidence: { $from: "inputs.evidence", $as: "bayesian-evidence" },
    }),
    step("fallacies", "detect_fallacies", { content: "${inputs.claim}\n${assessment.synthesis}" }, [
      "assessment",
    ]),
    step(
      "conclusion",
      "reflection",
      {
        content:
          "Claim: ${inputs.claim}\nAssessment: ${assessment.synthesis}\nProbability after the evidence: ${probability.posterior}\nFallacies: ${fallacies.overall_assessment}",
        findings: "$inputs.conclusion",
      },
      ["probability", "fallacies"],
    ),
  ],
};

/** The five presets of the contract. */
export const BUILT_IN_PRESETS: readonly WorkflowPreset[] = [
  codeReview,
  debugAnalysis,
  architectureDecision,
  strategicDecision,
  evidenceBasedConclusion,
];
