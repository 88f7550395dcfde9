import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { contractDrift } from "../testing/contract-drift.ts";
import { edgeCases } from "../testing/edge-cases.ts";
import { type JsonSchema, publishedInput } from "../testing/json-schema.ts";
import fixture from "./contract.fixture.json" with { type: "json" };
import {
  AcceptProposalInput,
  RecordDecisionInput,
  SearchDecisionsInput,
  SupersedeDecisionInput,
} from "./index.ts";

const contract: Record<string, JsonSchema> = fixture;
const inputs: Record<string, z.ZodType> = {
  record_decision: RecordDecisionInput,
  supersede_decision: SupersedeDecisionInput,
  search_decisions: SearchDecisionsInput,
  accept_proposal: AcceptProposalInput,
};

describe("the contract of agent-memory", () => {
  test("names exactly these tools", () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(contract));
  });
});

describe.each(Object.entries(contract))("%s", (tool, wanted) => {
  const input = inputs[tool]!;

  test("is published as the contract says", () => {
    expect(contractDrift(wanted, publishedInput(input))).toEqual([]);
  });

  test.each(edgeCases(wanted))("$name", ({ value, accepted }) => {
    expect(input.safeParse(value).success).toBe(accepted);
  });
});
