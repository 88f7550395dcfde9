import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type JsonSchema, publishedInput } from "./testing/json-schema.ts";
import { publishedSchemas } from "./testing/published-schemas.ts";

const LONGEST_DESCRIPTION = 200;
/** Descriptions that stand in for a whole shape may be longer. */
const LONGEST_SHAPE = 600;

const SERVERS = [
  "agent-memory",
  "converse",
  "gan-audit",
  "langbase-reasoning",
  "orchestrator-resources",
];

const published = (
  await Promise.all(
    SERVERS.map(async (server) =>
      [...(await publishedSchemas(server))].map(([name, schema]): [string, z.ZodType] => [
        `${server} ${name}`,
        schema,
      ]),
    ),
  )
).flat();

function schemasNamed(suffix: string): [string, z.ZodType][] {
  return published.filter(([name]) => name.endsWith(suffix));
}

function* parameters(schema: JsonSchema, path = ""): Generator<[string, JsonSchema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = `${path}${name}`;
    yield [place, property];
    yield* parameters(property, `${place}.`);
    yield* parameters(property.items ?? {}, `${place}[].`);
  }
}

function descriptionProblem([path, schema]: [string, JsonSchema]): string | undefined {
  const isShape = schema.type === "object" && schema.properties === undefined;
  const length = schema.description?.length ?? 0;
  if (length === 0) return `${path} has no description`;
  const limit = isShape ? LONGEST_SHAPE : LONGEST_DESCRIPTION;
  return length > limit ? `${path} is described in ${length} characters` : undefined;
}

describe.each(schemasNamed("Input"))("%s", (_name, schema) => {
  test("is an object whose parameters are all described, and briefly", () => {
    const input = publishedInput(schema);
    expect(input.type).toBe("object");
    expect([...parameters(input)].map(descriptionProblem).filter(Boolean)).toEqual([]);
  });
});

test.each(schemasNamed("Output"))("%s can be published as an object", (_name, schema) => {
  expect(z.toJSONSchema(schema, { io: "output" }).type).toBe("object");
});

test("every tool has an input and an output", () => {
  const tools = (suffix: string) =>
    schemasNamed(suffix).map(([name]) => name.slice(0, -suffix.length));
  expect(tools("Input")).toEqual(tools("Output"));
});
