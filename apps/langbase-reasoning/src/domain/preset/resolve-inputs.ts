import { asObject } from "../answer/parse-json-object.ts";
import { invalid } from "../reasoning-error.ts";
import { CONVERSIONS } from "./conversions.ts";
import { type Scope, valueAt } from "./value-at.ts";

export type ResolvedInputs = { arguments: Record<string, unknown>; notes: string[] };

const REFERENCE = /^\$([A-Za-z_][\w-]*(?:\.[\w*-]+)*)$/;
const EMBEDDED = /\$\{([A-Za-z_][\w-]*(?:\.[\w*-]+)*)\}/g;

/**
 * The arguments of a step. `"$path"` is the value there, `"… ${path} …"` its text within others, and
 * `{"$from": path, "$as": conversion, "$default": value}` a value made to fit. What is not there is left out.
 */
export function resolveInputs(
  map: Readonly<Record<string, unknown>>,
  scope: Scope,
): ResolvedInputs {
  const notes: string[] = [];
  const resolved = Object.entries(map).flatMap(([name, value]) => {
    const found = resolve(value, scope, notes);
    return found === undefined ? [] : [[name, found] as const];
  });
  return { arguments: Object.fromEntries(resolved), notes };
}

function resolve(value: unknown, scope: Scope, notes: string[]): unknown {
  if (typeof value === "string") return resolveText(value, scope);
  if (Array.isArray(value))
    return value.map((item) => resolve(item, scope, notes)).filter((item) => item !== undefined);
  const object = asObject(value);
  if (object === undefined) return value;
  if (typeof object["$from"] === "string") return convert(object["$from"], object, scope, notes);
  const inner = resolveInputs(object, scope);
  notes.push(...inner.notes);
  return inner.arguments;
}

function resolveText(text: string, scope: Scope): unknown {
  const path = REFERENCE.exec(text)?.[1];
  if (path !== undefined) return valueAt(scope, path);
  return text.replace(EMBEDDED, (_, inner: string) => asText(valueAt(scope, inner))).trim();
}

function convert(path: string, spec: Scope, scope: Scope, notes: string[]): unknown {
  const value = valueAt(scope, path) ?? spec["$default"];
  const name = spec["$as"];
  if (name === undefined || value === undefined) return value;
  const conversion = CONVERSIONS.get(name);
  if (conversion === undefined)
    throw invalid("$as", `Unknown conversion; there are ${[...CONVERSIONS.keys()].join(", ")}`);
  const converted = conversion(value);
  notes.push(...converted.notes);
  return converted.value;
}

/** The paths that a value of an input map refers to. */
export function pathsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const path = REFERENCE.exec(value)?.[1];
    return path === undefined
      ? [...value.matchAll(EMBEDDED)].map(([, inner = ""]) => inner)
      : [path];
  }
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  const object = asObject(value);
  if (object === undefined) return [];
  return typeof object["$from"] === "string"
    ? [object["$from"]]
    : Object.values(object).flatMap(pathsIn);
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
