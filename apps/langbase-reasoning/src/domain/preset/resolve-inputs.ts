import { SOURCE_TYPES } from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import { asObject } from "../answer/json-objects.ts";
import { invalid } from "../reasoning-error.ts";

type ResolvedInputs = { arguments: Record<string, unknown>; notes: string[] };

const REFERENCE = /^\$([A-Za-z_][\w-]*(?:\.[\w*-]+)*)$/;
const EMBEDDED = /\$\{([A-Za-z_][\w-]*(?:\.[\w*-]+)*)\}/g;

/**
 * The arguments of a step. `"$path"` is the value there, `"… ${path} …"` its text within others, and
 * `{"$from": path, "$as": conversion, "$default": value}` a converted value. Missing values are left out.
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

/** The values that steps can refer to: the inputs, the session, and the results so far by name. */
export type Scope = Readonly<Record<string, unknown>>;

/** The value at a path such as `graph.nodes.0.id`; `*` stands for every item of a list. */
export function valueAt(scope: Scope, path: string): unknown {
  return follow(scope, path.split("."));
}

function follow(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (key === "*") {
    if (!Array.isArray(value)) return undefined;
    return value.map((item) => follow(item, rest)).filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return follow((value as Record<string, unknown>)[key], rest);
}

type Converted = { value: unknown; notes: string[] };

const STAND_IN = "secondary";

/** Ways to fit a value to another tool's parameter, by the name that `$as` gives. */
const CONVERSIONS: ReadonlyMap<unknown, (value: unknown) => Converted> = new Map([
  ["evidence-items", evidenceItems],
  ["bayesian-evidence", bayesianEvidence],
]);

/** Evidence for an assessment. An unknown type of source counts as secondary. */
function evidenceItems(value: unknown): Converted {
  const notes: string[] = [];
  const items = toItems(value, "content").map((item, index) => {
    const { source_type: type } = item;
    if (type === undefined || SOURCE_TYPES.some((known) => known === type)) return item;
    notes.push(
      `The source_type of evidence item ${index + 1}, ${JSON.stringify(type)}, counts as ${STAND_IN}.`,
    );
    return { ...item, source_type: STAND_IN };
  });
  return { value: items, notes };
}

/** Evidence for an update of a probability, whose schema calls the content description. */
function bayesianEvidence(value: unknown): Converted {
  const items = toItems(value, "description").map(({ content, description, ...item }) => ({
    description: description ?? content,
    ...("likelihood_if_true" in item && { likelihood_if_true: item["likelihood_if_true"] }),
    ...("likelihood_if_false" in item && { likelihood_if_false: item["likelihood_if_false"] }),
  }));
  return { value: items, notes: [] };
}

function toItems(value: unknown, textField: string): Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => asObject(item) ?? { [textField]: item });
}
