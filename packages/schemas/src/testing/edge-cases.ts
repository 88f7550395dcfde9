import type { JsonSchema } from "./json-schema.ts";

export type EdgeCase = { name: string; value: unknown; accepted: boolean };

/** Values on both sides of every rule of a schema, each set into an otherwise valid whole. */
export function edgeCases(schema: JsonSchema): EdgeCase[] {
  return [...wrongTypes(schema), ...bounds(schema), ...members(schema)];
}

/** A value that the schema allows, with every property present. */
export function sample(schema: JsonSchema, index = 0): unknown {
  if (schema.anyOf?.[0] !== undefined) return sample(schema.anyOf[0], index);
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "string":
      return `sample text ${index}`.padEnd(schema.minLength ?? 0, ".");
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, (_, position) =>
        sample(schema.items ?? {}, position),
      );
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property)]),
      );
    default:
      throw new Error(`no sample for ${JSON.stringify(schema)}`);
  }
}

function wrongTypes(schema: JsonSchema): EdgeCase[] {
  const wrong: Record<string, unknown[]> = {
    string: [42, null, ["text"]],
    integer: ["1", null, 1.5, true],
    number: ["1", null, true],
    boolean: ["true", null, 1],
    array: ["text", null, {}],
    object: ["text", null, []],
  };
  return (wrong[schema.type ?? ""] ?? []).map((value) => ({
    name: `rejects ${JSON.stringify(value)} as ${schema.type}`,
    value,
    accepted: false,
  }));
}

function bounds(schema: JsonSchema): EdgeCase[] {
  const cases: EdgeCase[] = [];
  const add = (accepted: boolean, value: unknown) =>
    cases.push({
      name: `${accepted ? "accepts" : "rejects"} ${JSON.stringify(value)}`,
      value,
      accepted,
    });
  const step = schema.type === "integer" ? 1 : 0.001;
  if (schema.minimum !== undefined) {
    add(true, schema.minimum);
    add(false, schema.minimum - step);
  }
  if (schema.exclusiveMinimum !== undefined) {
    add(true, schema.exclusiveMinimum + step);
    add(false, schema.exclusiveMinimum);
  }
  if (schema.maximum !== undefined) {
    add(true, schema.maximum);
    add(false, schema.maximum + step);
  }
  if (schema.minLength !== undefined) {
    add(true, "x".repeat(schema.minLength));
    add(false, "x".repeat(schema.minLength - 1));
  }
  if (schema.enum !== undefined) {
    for (const value of schema.enum) add(true, value);
    add(false, "no such value");
  }
  return cases;
}

function members(schema: JsonSchema): EdgeCase[] {
  if (schema.type === "array") return arrayMembers(schema);
  if (schema.type !== "object" || schema.properties === undefined) return [];
  const whole = sample(schema) as Record<string, unknown>;
  const required = new Set(schema.required);
  const cases: EdgeCase[] = [
    { name: "accepts every property", value: whole, accepted: true },
    {
      name: "meets an unknown property",
      value: { ...whole, no_such_property: 1 },
      accepted: schema.additionalProperties !== false,
    },
  ];
  for (const [name, property] of Object.entries(schema.properties)) {
    const { [name]: _left_out, ...rest } = whole;
    if (required.has(name)) cases.push({ name: `needs ${name}`, value: rest, accepted: false });
    for (const edge of edgeCases(property))
      cases.push({
        ...edge,
        name: `${name}: ${edge.name}`,
        value: { ...whole, [name]: edge.value },
      });
  }
  return cases;
}

function arrayMembers(schema: JsonSchema): EdgeCase[] {
  const least = schema.minItems ?? 0;
  const items = sample(schema) as unknown[];
  const cases: EdgeCase[] = [
    { name: `accepts ${items.length} items`, value: items, accepted: true },
  ];
  if (least > 0)
    cases.push({ name: `rejects ${least - 1} items`, value: items.slice(1), accepted: false });
  for (const edge of edgeCases(schema.items ?? {}))
    cases.push({ ...edge, name: `item ${edge.name}`, value: [...items.slice(1), edge.value] });
  return cases;
}
