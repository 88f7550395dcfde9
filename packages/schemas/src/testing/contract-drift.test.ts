import { describe, expect, test } from "vitest";
import agentMemory from "../agent-memory/contract.fixture.json" with { type: "json" };
import converse from "../converse/contract.fixture.json" with { type: "json" };
import ganAudit from "../gan-audit/contract.fixture.json" with { type: "json" };
import langbaseReasoning from "../langbase-reasoning/contract.fixture.json" with { type: "json" };
import orchestratorResources from "../orchestrator-resources/contract.fixture.json" with { type: "json" };
import { contractDrift } from "./contract-drift.ts";
import type { JsonSchema } from "./json-schema.ts";

const contracts = Object.entries<JsonSchema>({
  ...agentMemory,
  ...converse,
  ...ganAudit,
  ...langbaseReasoning,
  ...orchestratorResources,
});

/** Every copy of a value with exactly one leaf changed or one key or item left out. */
function* alterations(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
    for (const [index, item] of value.entries())
      for (const altered of alterations(item)) yield value.with(index, altered);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _left_out, ...rest } = value as Record<string, unknown>;
      // No properties, or none required, may be said by leaving the keyword out.
      const meansNothing = ["properties", "required"].includes(key) && isEmpty(item);
      if (!meansNothing) yield rest;
      for (const altered of alterations(item)) yield { ...rest, [key]: altered };
    }
  } else yield typeof value === "number" ? value + 1 : `${String(value)}?`;
}

function isEmpty(value: unknown): boolean {
  return Object.keys(Object(value)).length === 0;
}

describe("contractDrift", () => {
  test.each(contracts)("finds no drift of %s from itself", (_name, schema) => {
    expect(contractDrift(schema, structuredClone(schema))).toEqual([]);
  });

  test.each(contracts)("notices every single alteration of %s", (_name, schema) => {
    const unnoticed = [...alterations(schema)].filter(
      (altered) => contractDrift(schema, altered as JsonSchema).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  const wanted: JsonSchema = { type: "object", properties: { a: { type: "integer" } } };

  test("allows what it is told of, and no more", () => {
    const found: JsonSchema = {
      type: "object",
      properties: { a: { type: "integer", default: 3 }, b: { type: "string" } },
    };
    expect(contractDrift(wanted, found)).toEqual([
      "a.default: undefined became 3",
      "b: not in the contract",
    ]);
    expect(contractDrift(wanted, found, { extra: ["b"], defaults: { a: 3 } })).toEqual([]);
    expect(contractDrift(wanted, found, { extra: ["b"], defaults: { a: 4 } })).toEqual([
      "a.default: undefined became 3",
    ]);
    const requiring = { ...found, required: ["b"] };
    expect(contractDrift(wanted, requiring, { extra: ["b"], defaults: { a: 3 } })).toEqual([
      ".required:  became b",
      "b: not in the contract",
    ]);
  });

  test("reports a known difference that has gone", () => {
    expect(contractDrift(wanted, wanted, { extra: ["b"] })).toEqual([
      "b: known difference that does not exist",
    ]);
  });
});
