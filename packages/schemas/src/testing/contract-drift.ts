import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "./json-schema.ts";

/** Where the published schema may differ from the contract's, by path. */
export type KnownDifferences = {
  /** Optional properties beyond the contract. */
  extra?: string[];
  /** Defaults that the contract or the design page states in words only. */
  defaults?: Record<string, unknown>;
  /** Properties that the contract requires and the server does not. */
  optional?: string[];
  /** A second form that a value may have, by path. */
  also?: Record<string, JsonSchema>;
};

const STRUCTURE = new Set(["$schema", "title", "description", "properties", "required", "items"]);

/** The differences between the schema of a contract and the published one, in words; descriptions are ignored. */
export function contractDrift(
  contract: JsonSchema,
  published: JsonSchema,
  known: KnownDifferences = {},
): string[] {
  const { extra = [], defaults = {}, optional = [], also = {} } = known;
  const unused = new Set([extra, optional, Object.keys(defaults), Object.keys(also)].flat());
  const differences: string[] = [];
  compare("", contract, published);
  for (const path of unused) differences.push(`${path}: known difference that does not exist`);
  return differences;

  function compare(path: string, wanted: JsonSchema, given: JsonSchema): void {
    const found = withoutAlternative(path, given);
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
      if (STRUCTURE.has(key)) continue;
      const [before, after] = [wanted[key as keyof JsonSchema], found[key as keyof JsonSchema]];
      if (isDeepStrictEqual(before, after)) continue;
      if (key === "default" && before === undefined && isKnownDefault(path, after)) continue;
      differences.push(`${path}.${key}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    }
    compareRequired(path, wanted, found);
    compareProperties(path, wanted.properties ?? {}, found.properties ?? {}, found.required);
    if (wanted.items !== undefined || found.items !== undefined)
      compare(`${path}[]`, wanted.items ?? {}, found.items ?? {});
  }

  function compareRequired(path: string, wanted: JsonSchema, found: JsonSchema): void {
    const isOptional = (name: string) =>
      optional.includes(at(path, name)) && (unused.delete(at(path, name)) || true);
    const before = (wanted.required ?? []).filter((name) => !isOptional(name)).toSorted();
    const after = (found.required ?? []).toSorted();
    if (!isDeepStrictEqual(before, after))
      differences.push(`${path}.required: ${before.join()} became ${after.join()}`);
  }

  function compareProperties(
    path: string,
    wanted: Record<string, JsonSchema>,
    found: Record<string, JsonSchema>,
    required: string[] = [],
  ): void {
    for (const [name, schema] of Object.entries(wanted)) {
      const counterpart = found[name];
      const place = at(path, name);
      if (counterpart === undefined) differences.push(`${place}: missing`);
      else compare(place, schema, counterpart);
    }
    for (const name of Object.keys(found)) {
      if (name in wanted) continue;
      const place = at(path, name);
      const isKnown = unused.delete(place) && known.extra?.includes(place) === true;
      if (!isKnown || required.includes(name)) differences.push(`${place}: not in the contract`);
    }
  }

  /** The form of the contract, where a known second one stands next to it. */
  function withoutAlternative(path: string, found: JsonSchema): JsonSchema {
    const second = also[path];
    const [first, other, ...more] = found.anyOf ?? [];
    if (second === undefined || first === undefined || more.length > 0) return found;
    if (!isDeepStrictEqual(other, second)) return found;
    unused.delete(path);
    return first;
  }

  function isKnownDefault(path: string, value: unknown): boolean {
    const isKnown = known.defaults !== undefined && path in known.defaults;
    if (isKnown) unused.delete(path);
    return isKnown && isDeepStrictEqual(known.defaults?.[path], value);
  }
}

function at(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** The contract's schema as the known differences widen it. */
export function widened(schema: JsonSchema, known: KnownDifferences = {}, path = ""): JsonSchema {
  const { optional = [], also = {} } = known;
  const { properties, items, required } = schema;
  const second = also[path];
  const wide: JsonSchema = {
    ...schema,
    ...(required && { required: required.filter((name) => !optional.includes(at(path, name))) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          widened(property, known, at(path, name)),
        ]),
      ),
    }),
    ...(items && { items: widened(items, known, `${path}[]`) }),
  };
  return second === undefined ? wide : { anyOf: [wide, second] };
}
