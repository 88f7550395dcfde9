import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "./json-schema.ts";

/** Where the published schema may differ from the contract's, by path. */
export type KnownDifferences = {
  /** Optional properties beyond the contract. */
  extra?: string[];
  /** Defaults that the contract or the design page states in words only. */
  defaults?: Record<string, unknown>;
};

const STRUCTURE = new Set(["$schema", "title", "description", "properties", "required", "items"]);

/** The differences between the schema of a contract and the published one, in words; descriptions are ignored. */
export function contractDrift(
  contract: JsonSchema,
  published: JsonSchema,
  known: KnownDifferences = {},
): string[] {
  const unused = new Set([...(known.extra ?? []), ...Object.keys(known.defaults ?? {})]);
  const differences: string[] = [];
  compare("", contract, published);
  for (const path of unused) differences.push(`${path}: known difference that does not exist`);
  return differences;

  function compare(path: string, wanted: JsonSchema, found: JsonSchema): void {
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
    const before = (wanted.required ?? []).toSorted();
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
      const place = path === "" ? name : `${path}.${name}`;
      if (counterpart === undefined) differences.push(`${place}: missing`);
      else compare(place, schema, counterpart);
    }
    for (const name of Object.keys(found)) {
      if (name in wanted) continue;
      const place = path === "" ? name : `${path}.${name}`;
      const isKnown = unused.delete(place) && known.extra?.includes(place) === true;
      if (!isKnown || required.includes(name)) differences.push(`${place}: not in the contract`);
    }
  }

  function isKnownDefault(path: string, value: unknown): boolean {
    const isKnown = known.defaults !== undefined && path in known.defaults;
    if (isKnown) unused.delete(path);
    return isKnown && isDeepStrictEqual(known.defaults?.[path], value);
  }
}
