import fc from "fast-check";
import { hostileStrings, hostileValues } from "./hostile-values.ts";

type Mutation = { kind: "replace" | "drop" | "add"; at: number; name: string; value: unknown };

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom("replace" as const, "replace" as const, "drop" as const, "add" as const),
  at: fc.nat({ max: 997 }),
  name: fc.constantFrom(...hostileStrings),
  value: fc.constantFrom(...hostileValues).map((value) => structuredClone(value)),
});

/** Valid inputs with one to three things wrong. */
export function nearValid(input: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(input, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([valid, mutations]) => {
      const changed: unknown = structuredClone(valid);
      for (const one of mutations) mutate(changed, one);
      return changed;
    });
}

const PLACEHOLDER = "\u0000json";

/** The JSON of an input whose `at`th value, counted from the outside in, is replaced by other JSON. */
export function withJsonAt(valid: unknown, at: number, json: string): string {
  const input: unknown = structuredClone(valid);
  mutate(input, { kind: "replace", at, name: "added", value: PLACEHOLDER });
  return JSON.stringify(input).replace(JSON.stringify(PLACEHOLDER), () => json);
}

function mutate(root: unknown, { kind, at, name, value }: Mutation): void {
  const places = placesIn(root);
  const place = places[at % Math.max(places.length, 1)];
  if (kind === "add" || place === undefined) define(place?.parent ?? root, name, value);
  else if (kind === "drop") Reflect.deleteProperty(place.parent, place.key);
  else define(place.parent, place.key, value);
}

function placesIn(value: unknown): { parent: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Object.keys(value).map((key) => ({ parent: value, key }));
  return [...own, ...Object.values(value).flatMap(placesIn)];
}

/** Unlike an assignment, this makes `__proto__` a property like any other. */
function define(target: unknown, key: string, value: unknown): void {
  if (typeof target !== "object" || target === null) return;
  if (Array.isArray(target) && Number.isNaN(Number(key))) target.push(value);
  else
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
