import type { KnownDifferences } from "../testing/contract-drift.ts";
import { describeContract } from "../testing/describe-contract.ts";
import contract from "./contract.fixture.json" with { type: "json" };

/** A consensus may leave the models to the server, may name them by strings, and has a judge. */
const known: Record<string, KnownDifferences> = {
  chat: { extra: ["json_schema"] },
  consensus: {
    optional: ["models"],
    also: { "models[]": { type: "string" } },
    extra: [
      "models[].stance",
      "models[].samples",
      "judge",
      "min_responses",
      "mode",
      "laps",
      "use_websearch",
    ],
  },
};

await describeContract("converse", contract, known);
