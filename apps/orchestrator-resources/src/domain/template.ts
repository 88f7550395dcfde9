/** The values that a template or condition can see: the run's inputs, the nodes that have ended, and the item of a map. */
export type Scope = {
  inputs: Readonly<Record<string, unknown>>;
  runId: string;
  /** The state of a node; undefined when the plan has none of that name. */
  nodeOf(id: string): NodeFacts | undefined;
  item?: unknown;
  index?: number;
};

export type NodeFacts = {
  state: string;
  output: unknown;
  exit_code: number | null;
  error: string | null;
  stderr: string | null;
};

export const NODE_FACTS = ["output", "state", "exit_code", "error", "stderr"] as const;

/** A name such as `nodes.build.output.version`, in its parts. */
export type Path = readonly (string | number)[];

/** The template names something that is not there; the message says what. */
export class TemplateError extends Error {}

const EXPRESSION = /\{\{([^{}]*)\}\}/g;
const PART = /^(?:\.?([A-Za-z_$][\w$-]*)|\.(\d+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\])/;

export function hasTemplate(text: unknown): text is string {
  return typeof text === "string" && text.includes("{{");
}

/** The names in the templates of a text. */
export function pathsOf(text: string): Path[] {
  return [...text.matchAll(EXPRESSION)].map(([, inner = ""]) => parsePath(inner.trim()));
}

/** Reads a whole text as one name. */
export function parsePath(text: string): Path {
  const found = readPath(text);
  if (found && found.rest === "") return found.path;
  throw new TemplateError(
    `{{${text}}} is no name. Write {{inputs.x}}, {{nodes.id.output}}, {{nodes["my id"].output.field}}, {{item}} or {{index}}`,
  );
}

/** Reads the name that a text begins with. */
export function readPath(text: string): { path: Path; rest: string } | undefined {
  const path: (string | number)[] = [];
  let rest = text;
  for (let match = PART.exec(rest); match; match = PART.exec(rest)) {
    const [whole, name, digits, index, quoted] = match;
    if (path.length > 0 && name !== undefined && !whole.startsWith(".")) break;
    if (name !== undefined) path.push(name);
    else if (quoted !== undefined) path.push(JSON.parse(`"${quoted}"`) as string);
    else path.push(Number(digits ?? index));
    rest = rest.slice(whole.length);
  }
  return path.length === 0 ? undefined : { path, rest };
}

/** A text with its templates filled in. A text that is one template alone keeps the type of its value. */
export function fill(text: string, scope: Scope): unknown {
  const [only] = text.matchAll(EXPRESSION);
  if (only && only[0] === text.trim()) return valueOf(parsePath((only[1] ?? "").trim()), scope);
  return text.replaceAll(EXPRESSION, (_, inner: string) =>
    textOf(valueOf(parsePath(inner.trim()), scope)),
  );
}

/** Fills in the templates of all texts in a value. */
export function fillDeep(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") return fill(value, scope);
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, scope));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillDeep(item, scope)]),
  );
}

/** The value of a name; throws TemplateError when there is none. */
export function valueOf(path: Path, scope: Scope): unknown {
  const value = lookUp(path, scope);
  if (value === undefined) throw new TemplateError(`{{${nameOf(path)}}} has no value`);
  return value;
}

/** The value of a name; undefined when there is none. */
export function lookUp([root, ...path]: Path, scope: Scope): unknown {
  switch (root) {
    case "inputs":
      return within(scope.inputs, path);
    case "item":
      return within(scope.item, path);
    case "index":
      return path.length === 0 ? scope.index : undefined;
    case "run":
      return path.length === 1 && path[0] === "id" ? scope.runId : undefined;
    case "nodes": {
      const [id, fact, ...rest] = path;
      const facts = scope.nodeOf(String(id));
      if (!facts || fact === undefined) return undefined;
      const value = (facts as Record<string, unknown>)[fact];
      // A node that was skipped, or had nothing to say, is not an error.
      return rest.length === 0 ? (value ?? "") : within(value, rest);
    }
    default:
      return undefined;
  }
}

/** A value as it stands inside a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function nameOf(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join("");
}

/** Goes into a value; text that holds JSON is read on the way, so that a program's output has fields. */
function within(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current === "string") current = parsed(current);
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key))
      return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
