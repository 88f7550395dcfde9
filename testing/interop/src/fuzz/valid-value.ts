import fc from "fast-check";
import { hostileStrings } from "./hostile-values.ts";
import type { JsonSchema } from "./json-schema.ts";
import { holdsIds, knownId } from "./known-ids.ts";

const DEEPEST = 4;
const MOST_ITEMS = 4;
const LONGEST_STRING = 200;
// A call that is told to wait for long does not hang, but takes as long.
const LONGEST_WAIT_MS = 40;
const waits = /timeout|wait|delay|interval|deadline|poll|_ms$|[a-z]Ms$/;

type Value = fc.Arbitrary<unknown>;
type SchemaScope = { definitions: Record<string, JsonSchema>; depth: number };

/** Values that a schema allows, hostile ones among them. */
export function validValue(schema: JsonSchema): Value {
  return valueOf(schema, { definitions: schema.$defs ?? {}, depth: 0 });
}

function valueOf(schema: JsonSchema, place: SchemaScope): Value {
  if (schema.$ref !== undefined) return referred(schema.$ref, place);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, place)));
  if (schema.allOf) {
    const { allOf, ...rest } = schema;
    return valueOf(Object.assign({}, rest, ...allOf) as JsonSchema, place);
  }
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => typed(type, schema, place)));
}

function referred(reference: string, place: SchemaScope): Value {
  const target = place.definitions[reference.replace("#/$defs/", "")];
  if (!target || place.depth > DEEPEST) return fc.constant({});
  return valueOf(target, { ...place, depth: place.depth + 1 });
}

function typed(type: string, schema: JsonSchema, place: SchemaScope): Value {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer(bounds(schema));
    case "number":
      return fc.double({ ...bounds(schema), noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return list(schema, place);
    case "object":
      return record(schema, place);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ format, pattern, minLength = 0, maxLength = LONGEST_STRING }: JsonSchema): Value {
  if (format === "uuid") return fc.oneof(fc.uuid(), knownId);
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
  if (format === "uri") return fc.webUrl();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const longest = Math.max(minLength, Math.min(maxLength, LONGEST_STRING));
  const fitting = hostileStrings.filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(
    fc.string({ minLength, maxLength: longest, size: "small" }),
    codeUnits(minLength, longest),
    ...(fitting.length > 0 ? [fc.constantFrom(...fitting)] : []),
    knownId,
  );
}

/** Any UTF-16, half characters included. */
function codeUnits(minLength: number, maxLength: number): Value {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), {
    minLength,
    maxLength,
    size: "small",
  });
  return units.map((codes) => String.fromCharCode(...codes));
}

function bounds(schema: JsonSchema): { min: number; max: number } {
  const [step, most] = schema.type === "integer" ? [1, 2 ** 31 - 1] : [1e-6, Number.MAX_VALUE];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? -most : exclusiveMinimum + step);
  const highest = maximum ?? (exclusiveMaximum === undefined ? most : exclusiveMaximum - step);
  return { min: least, max: Math.max(least, Math.min(highest, most)) };
}

function list(schema: JsonSchema, place: SchemaScope): Value {
  const { items = {}, minItems = 0, maxItems = MOST_ITEMS } = schema;
  const most =
    place.depth > DEEPEST ? minItems : Math.max(minItems, Math.min(maxItems, MOST_ITEMS));
  const item = valueOf(items, { ...place, depth: place.depth + 1 });
  return fc.array(item, { minLength: minItems, maxLength: most });
}

function record(schema: JsonSchema, place: SchemaScope): Value {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const inner = { ...place, depth: place.depth + 1 };
  const names = Object.keys(properties);
  const own = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, named(name, property, inner)]),
    ),
    { requiredKeys: names.filter((name) => required.includes(name) || waits.test(name)) },
  );
  if (typeof additionalProperties !== "object" || place.depth > DEEPEST) return own;
  const key = propertyNames
    ? valueOf(propertyNames, inner)
    : fc.string({ minLength: 1, size: "small" });
  const others = fc.dictionary(key as fc.Arbitrary<string>, valueOf(additionalProperties, inner), {
    maxKeys: MOST_ITEMS,
  });
  return fc.tuple(others, own).map((parts) => Object.assign({}, ...parts) as object);
}

function named(name: string, schema: JsonSchema, place: SchemaScope): Value {
  const value = valueOf(schema, place);
  if (waits.test(name) && (schema.type === "integer" || schema.type === "number")) {
    const least = Math.ceil(bounds(schema).min);
    return fc.integer({ min: least, max: Math.max(least, LONGEST_WAIT_MS) });
  }
  if (!holdsIds(name) || schema.enum) return value;
  const known = { arbitrary: knownId as Value, weight: 3 };
  if (schema.type === "string") return fc.oneof(known, { arbitrary: value, weight: 1 });
  if (schema.type !== "array") return value;
  return fc.oneof(fc.array(knownId, { minLength: schema.minItems ?? 0, maxLength: 2 }), value);
}
