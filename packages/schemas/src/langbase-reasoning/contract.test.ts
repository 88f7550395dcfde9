import type { KnownDifferences } from "../testing/contract-drift.ts";
import { describeContract } from "../testing/describe-contract.ts";
import contract from "./contract.fixture.json" with { type: "json" };

const known: Record<string, KnownDifferences> = {
  reasoning_tree: { defaults: { max_branches: 4 } },
  reasoning_divergent: { defaults: { num_perspectives: 3 } },
  reasoning_reflection: { defaults: { max_iterations: 1 } },
  reasoning_got_generate: { defaults: { k: 3 } },
  reasoning_detect_fallacies: { defaults: { check_formal: true, check_informal: true } },
  reasoning_probabilistic: { extra: ["rivals", "evidence[].likelihoods", "evidence[].group"] },
  reasoning_make_decision: {
    extra: ["scores", "criteria[].direction", "criteria[].min", "criteria[].max"],
    defaults: { method: "weighted_sum" },
  },
};

await describeContract("langbase-reasoning", contract, known);
