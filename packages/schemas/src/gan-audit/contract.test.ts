import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { contractDrift } from "../testing/contract-drift.ts";
import { edgeCases } from "../testing/edge-cases.ts";
import { type JsonSchema, publishedInput } from "../testing/json-schema.ts";
import fixture from "./contract.fixture.json" with { type: "json" };
import { SequentialThinkingInput } from "./index.ts";

const contract: Record<string, JsonSchema> = fixture;
const inputs: Record<string, z.ZodType> = {
  sequentialthinking: SequentialThinkingInput,
};

describe("the contract of gan-audit", () => {
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
