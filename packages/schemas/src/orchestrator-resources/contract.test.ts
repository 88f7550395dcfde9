import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { contractDrift, type KnownDifferences } from "../testing/contract-drift.ts";
import { edgeCases } from "../testing/edge-cases.ts";
import { type JsonSchema, publishedInput } from "../testing/json-schema.ts";
import fixture from "./contract.fixture.json" with { type: "json" };
import {
  McpCapabilitiesInput,
  McpInfoInput,
  ResourcesListInput,
  ResourcesReadInput,
  ResourcesWatchInput,
} from "./index.ts";

const contract: Record<string, JsonSchema> = fixture;
const inputs: Record<string, z.ZodType> = {
  mcp_info: McpInfoInput,
  mcp_capabilities: McpCapabilitiesInput,
  resources_list: ResourcesListInput,
  resources_read: ResourcesReadInput,
  resources_watch: ResourcesWatchInput,
};
const known: Record<string, KnownDifferences> = {
  resources_list: { extra: ["cursor"], defaults: { limit: 500 } },
  resources_watch: { defaults: { from_seq: 0, limit: 250 } },
};

describe("the contract of orchestrator-resources", () => {
  test("names exactly these tools", () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(contract));
  });
});

describe.each(Object.entries(contract))("%s", (tool, wanted) => {
  const input = inputs[tool]!;

  test("is published as the contract says", () => {
    expect(contractDrift(wanted, publishedInput(input), known[tool])).toEqual([]);
  });

  test.each(edgeCases(wanted))("$name", ({ value, accepted }) => {
    expect(input.safeParse(value).success).toBe(accepted);
  });
});
