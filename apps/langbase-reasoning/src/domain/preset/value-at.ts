/** What steps can refer to: the inputs, the session, and the results so far by name. */
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
