/** The answers of the models behind the pipes, in the order in which the page of langbase-reasoning asks them. */
export const reasoningScript: Record<string, readonly object[]> = {
  "mode-router-v1": [
    {
      recommended_mode: "tree",
      confidence: 0.85,
      rationale: "Several causes are possible, and each can be tested on its own.",
      complexity: 0.6,
      alternative_modes: [
        { mode: "linear", confidence: 0.5, rationale: "Enough once the cause is known." },
      ],
    },
  ],
  "linear-reasoning-v1": [
    {
      thought: "Only requests with a voucher are slow, so the release's voucher check is suspect.",
      confidence: 0.8,
    },
    {
      thought: "The voucher check runs one query per cart item, so its time grows with the cart.",
      confidence: 0.85,
    },
    {
      thought: "Requests with a voucher also wait for the fraud service, which has a 3 s timeout.",
      confidence: 0.7,
    },
    {
      thought: "Deliveries fail in runs of exactly ten, the size of the sender's connection pool.",
      confidence: 0.8,
    },
  ],
  "divergent-reasoning-v1": [
    {
      thought: "That vouchers must be checked before the page is shown is only a habit.",
      confidence: 0.7,
      perspectives: [
        { viewpoint: "Check the voucher when it is typed, not at checkout.", novelty_score: 0.6 },
        { viewpoint: "Accept first, and settle bad vouchers by e-mail.", novelty_score: 0.9 },
      ],
      synthesis: "The check can move off the critical path.",
    },
  ],
  "reflection-v1": [
    {
      thought: "The cause is plausible, but no query log was looked at.",
      confidence: 0.75,
      strengths: ["Starts from what the slow requests share"],
      weaknesses: ["Not measured"],
      recommendations: ["Count the queries of one slow request"],
      improved_reasoning:
        "Count queries per request first; if they grow with the cart, batch them.",
      reasoning_quality: 0.65,
    },
    {
      thought: "A sound line of argument that still lacks a measurement.",
      confidence: 0.75,
      strengths: ["Each step follows from the one before"],
      weaknesses: ["Not measured"],
      recommendations: ["Count the queries of one slow request"],
      reasoning_quality: 0.7,
    },
    { verdict: "holds", confidence: 0.8, reason: "Forty queries of 90 ms one after another." },
    { verdict: "holds", confidence: 0.7, reason: "The sum is right and fits the trace." },
    {
      thought: "The pool explains the runs of ten; that connections leak is still a guess.",
      confidence: 0.7,
      strengths: ["Explains the number ten"],
      weaknesses: ["The leak was not observed"],
      recommendations: ["Log the pool's free connections"],
      improved_reasoning: null,
      reasoning_quality: 0.7,
    },
  ],
  "tree-reasoning-v1": [
    {
      thought: "Either ask less often or ask elsewhere.",
      confidence: 0.8,
      branches: [
        { name: "batch", content: "Fetch all vouchers of a cart in one query.", confidence: 0.9 },
        { name: "cache", content: "Keep vouchers in memory for a minute.", confidence: 0.6 },
      ],
      recommended: "batch",
    },
    {
      thought: "Either connections leak or the receiver closes them.",
      confidence: 0.75,
      branches: [
        {
          name: "leak",
          content: "A failed delivery never returns its connection.",
          confidence: 0.8,
        },
        { name: "receiver", content: "The receiver closes idle connections.", confidence: 0.4 },
      ],
      recommended: "leak",
    },
  ],
  "got-reasoning-v1": [
    {
      nodes: [
        { content: "Batch the voucher queries.", confidence: 0.9 },
        { content: "Raise the database's connection limit.", confidence: 0.4 },
      ],
    },
    { relevance: 0.9, validity: 0.9, depth: 0.6, novelty: 0.4, rationale: "Removes the cause." },
    { relevance: 0.3, validity: 0.4, depth: 0.1, novelty: 0.1, rationale: "Hides the cause." },
    {
      critique: "It does not say what happens with an empty cart.",
      thought: "Batch the voucher queries, and skip the query for carts without vouchers.",
      confidence: 0.92,
    },
    {
      thought: "Batch the queries, skip empty ones, and watch the count per request.",
      confidence: 0.9,
    },
    {
      nodes: [
        { content: "Ask for all vouchers of the cart at once.", confidence: 0.8 },
        { content: "Check vouchers after the order.", confidence: 0.6 },
      ],
    },
    {
      ratings: [
        { item: 1, relevance: 1, validity: 1, depth: 0.9, novelty: 0.9, rationale: "One query." },
        { item: 2, relevance: 0.8, validity: 0.5, depth: 0.4, novelty: 0.7, rationale: "Risky." },
      ],
    },
  ],
  "detection-v1": [
    {
      detections: [
        {
          bias_type: "anchoring",
          severity: 3,
          confidence: 0.8,
          explanation: "The first number seen decides what counts as good.",
          remediation: "Compare with the time before the release.",
          excerpt: "took 4 s, so 2 s is fast",
        },
      ],
      reasoning_quality: 0.5,
      overall_assessment: "The yardstick is the incident itself.",
    },
    {
      detections: [
        {
          fallacy_type: "post_hoc",
          category: "informal",
          severity: 3,
          confidence: 0.9,
          explanation: "That it came after does not make it the cause.",
          remediation: "Look for what the slow requests have in common.",
          excerpt: "It got slow after the upgrade, so the upgrade did it",
        },
      ],
      argument_validity: 0.3,
      overall_assessment: "A suspicion, not yet an argument.",
    },
  ],
  "decision-framework-v1": [
    {
      stakeholders: [
        { name: "Shop team", power_level: 0.8, interest_level: 0.9, engagement: "Decide together" },
        {
          name: "Finance",
          power_level: 0.7,
          interest_level: 0.3,
          engagement: "Tell them the date",
        },
      ],
      conflicts: [{ stakeholders: ["Shop team", "Finance"], issue: "When vouchers are checked" }],
      alignments: [{ stakeholders: ["Shop team", "Finance"], area: "No unpaid vouchers" }],
      synthesis: "The shop team can go ahead; finance needs the date.",
    },
    {
      evidence_assessments: [
        {
          source_credibility: 0.9,
          relevance: 1,
          corroboration: "Fits the support tickets",
          notes: "One trace only",
        },
        {
          source_credibility: 0.6,
          relevance: 0.5,
          corroboration: "Fits the trace",
          notes: "Customers do not count queries",
        },
      ],
      confidence: 0.85,
      synthesis: "The trace carries the claim, the tickets agree with it.",
    },
  ],
};
