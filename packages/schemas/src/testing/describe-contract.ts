import { describe, expect, test } from "vitest";
import { contractDrift, type KnownDifferences, widened } from "./contract-drift.ts";
import { edgeCases } from "./edge-cases.ts";
import { type JsonSchema, publishedInput } from "./json-schema.ts";
import { publishedSchemas } from "./published-schemas.ts";

/** Tests that a server publishes every tool of its contract as the contract says, and accepts and refuses the same inputs. */
export async function describeContract(
  server: string,
  contract: Readonly<Record<string, JsonSchema>>,
  known: Readonly<Record<string, KnownDifferences>> = {},
): Promise<void> {
  const schemas = [...(await publishedSchemas(server))];

  describe.each(Object.entries(contract))(`${server}: %s`, (tool, wanted) => {
    const [, input] = schemas.find(([name]) => isInputOf(tool, name)) ?? [];
    if (input === undefined) throw new Error(`${server} has no input schema for ${tool}.`);

    test("is published as the contract says", () => {
      expect(contractDrift(wanted, publishedInput(input), known[tool])).toEqual([]);
    });

    test.each(edgeCases(widened(wanted, known[tool])))("$name", ({ value, accepted }) => {
      expect(input.safeParse(value).success).toBe(accepted);
    });
  });
}

/** `record_decision` has the input `RecordDecisionInput`. */
function isInputOf(tool: string, schema: string): boolean {
  return schema.toLowerCase() === `${tool.replaceAll("_", "")}input`;
}
