import type { KnownDifferences } from "../testing/contract-drift.ts";
import { describeContract } from "../testing/describe-contract.ts";
import contract from "./contract.fixture.json" with { type: "json" };

const known: Record<string, KnownDifferences> = {
  resources_list: { extra: ["cursor"], defaults: { limit: 500 } },
  resources_watch: { defaults: { from_seq: 0, limit: 250 } },
};

await describeContract("orchestrator-resources", contract, known);
