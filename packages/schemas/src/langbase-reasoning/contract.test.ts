import type { KnownDifferences } from "../testing/contract-drift.ts";
import { describeContract } from "../testing/describe-contract.ts";
import contract from "./contract.fixture.json" with { type: "json" };

const known: Record<string, KnownDifferences> = {
  reasoning_linear: { extra: ["thought"] },
  reasoning_tree: { extra: ["branches"], defaults: { max_branches: 4 } },
  reasoning_divergent: { extra: ["perspectives", "synthesis"], defaults: { num_perspectives: 3 } },
  reasoning_reflection: { extra: ["findings"], defaults: { max_iterations: 1 } },
  reasoning_got_generate: { extra: ["nodes"], defaults: { k: 3 } },
  reasoning_got_score: { extra: ["node_ids", "scores"] },
  reasoning_got_aggregate: { extra: ["thought"] },
  reasoning_got_refine: { extra: ["thought"] },
  reasoning_detect_fallacies: { defaults: { check_formal: true, check_informal: true } },
  reasoning_assess_evidence: { extra: ["evidence[].credibility", "evidence[].relevance"] },
  reasoning_probabilistic: { extra: ["rivals", "evidence[].likelihoods", "evidence[].group"] },
  reasoning_make_decision: {
    extra: ["scores", "criteria[].direction", "criteria[].min", "criteria[].max"],
    defaults: { method: "weighted_sum" },
  },
};

await describeContract("langbase-reasoning", contract, known);
