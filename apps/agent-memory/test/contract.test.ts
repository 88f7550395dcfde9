import { describe, expect, test } from "vitest";
import { startMemory } from "./start-memory.ts";

type Schema = { properties?: Record<string, Record<string, unknown>>; required?: string[] };

/** The schema without the words that only explain. */
function plain({ properties = {}, required }: Schema) {
  const stripped = structuredClone(properties);
  for (const property of Object.values(stripped)) delete property["description"];
  return { properties: stripped, required };
}

const text = (minLength: number) => ({ type: "string", minLength });
const consequences = { type: "array", items: { type: "string" }, default: [] };

describe("the published tools", () => {
  test.each([
    ["viewer", ["get_decision", "search_decisions"]],
    ["agent", ["get_decision", "record_decision", "search_decisions", "supersede_decision"]],
  ])("are only the tools that a %s can use", async (role, names) => {
    await using server = await startMemory({ args: ["--role", role] });
    expect((await server.listTools()).map(({ name }) => name)).toEqual(names);
    const refused = await server.callError("accept_proposal", { proposal_id: "prop_x" });
    expect(refused.structuredContent).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("take exactly what the contract says, and one more that reads a decision whole", async () => {
    await using server = await startMemory({ args: ["--role", "admin"] });
    const tools = await server.listTools();
    const schemas = Object.fromEntries(
      tools.map(({ name, inputSchema }) => [name, plain(inputSchema as Schema)]),
    );
    expect(schemas).toEqual({
      get_decision: {
        properties: { id: { type: "string" }, target: { type: "string" } },
        required: undefined,
      },
      record_decision: {
        properties: { title: text(1), target: text(1), rationale: text(10), consequences },
        required: ["title", "target", "rationale"],
      },
      supersede_decision: {
        properties: {
          title: text(1),
          target: text(1),
          rationale: text(15),
          old_decision_ids: { type: "array", items: { type: "string" }, minItems: 1 },
          consequences,
        },
        required: ["title", "target", "rationale", "old_decision_ids"],
      },
      search_decisions: {
        properties: {
          query: text(1),
          limit: { type: "integer", minimum: 1, maximum: 20, default: 5 },
          mode: { type: "string", enum: ["strict", "balanced", "audit"], default: "balanced" },
        },
        required: ["query"],
      },
      accept_proposal: {
        properties: { proposal_id: { type: "string" } },
        required: ["proposal_id"],
      },
    });
  });

  test("describe every parameter and carry all four annotations", async () => {
    await using server = await startMemory({ args: ["--enable-reflection"] });
    for (const { inputSchema, annotations } of await server.listTools()) {
      for (const property of Object.values((inputSchema as Schema).properties ?? {}))
        expect(property).toHaveProperty("description");
      expect(Object.keys(annotations ?? {}).toSorted()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
    }
  });

  test("can be reduced to tools that change nothing", async () => {
    await using server = await startMemory({ args: ["--read-only"] });
    expect((await server.listTools()).map(({ name }) => name)).toEqual([
      "get_decision",
      "search_decisions",
    ]);
  });
});
