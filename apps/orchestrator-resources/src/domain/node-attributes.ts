import {
  JSON_ATTRIBUTES,
  PlanNode,
  type PlanNodeKind,
} from "@faculties/schemas/orchestrator-resources/plan-node";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import { splitCommandLine } from "./command-line.ts";
import { type Condition, parseCondition, pathsOfCondition } from "./condition.ts";
import {
  fill,
  fillDeep,
  hasTemplate,
  nameOf,
  NODE_FACTS,
  type Path,
  pathsOf,
  type Scope,
  TemplateError,
  textOf,
} from "./template.ts";

/** Attributes that decide whether and how a node is tried: a template in one of them is not filled in. */
const OF_THE_SCHEDULER: ReadonlySet<string> = new Set([
  "kind",
  "when",
  "trigger",
  "map_over",
  "undo",
  "retries",
  "retry_delay_ms",
  "max_retry_delay_ms",
  "backoff",
  "on_lost",
  "max_parallel",
  "label_limit",
]);

const OF_TEXTS: ReadonlySet<string> = new Set(["args", "env", "choices"]);

const isFilled = (name: string, value: unknown): value is string =>
  hasTemplate(value) && !OF_THE_SCHEDULER.has(name);

/** Reads a node from its attributes. A wrong value that comes from a template is found when it is filled in. */
export function readNode(attributes: Attributes): { node?: PlanNode; problems: string[] } {
  const { data, error } = PlanNode.safeParse(attributes);
  if (data) return { node: data as PlanNode, problems: [] };
  const problems = error.issues
    .filter(({ path: [name] }) => !isFilled(String(name), attributes[String(name)]))
    .map(({ path, message }) => `${path.join(".")}: ${message}`);
  if (problems.length > 0) return { problems };
  const kind = (attributes["kind"] ?? "noop") as PlanNodeKind;
  const node = { kind, args: [], env: {}, tags: "", retry_delay_ms: 0, ...attributes };
  return { node: node as unknown as PlanNode, problems: [] };
}

/** A node with its templates filled in; throws TemplateError when a value is missing or does not fit. */
export function fillNode(attributes: Attributes, scope: Scope): PlanNode {
  const filled = Object.entries(attributes).map(([name, value]) => [
    name,
    isFilled(name, value) ? fillAttribute(name, value, scope) : value,
  ]);
  const { data, error } = PlanNode.safeParse(Object.fromEntries(filled));
  if (data) return data as PlanNode;
  throw new TemplateError(
    error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
  );
}

/** Whether anything of a node depends on what a run knows. */
export function hasTemplates(attributes: Attributes): boolean {
  return Object.entries(attributes).some(([name, value]) => isFilled(name, value));
}

/** The list that a node is mapped over. */
export function fillList(text: string, scope: Scope): unknown[] {
  const given = readJson(text);
  const value = given === undefined ? fill(text, scope) : fillDeep(given, scope);
  const list = typeof value === "string" ? readJson(value) : value;
  if (Array.isArray(list)) return list;
  throw new TemplateError(
    `map_over must be a JSON list, and "${textOf(value).slice(0, 100)}" is none`,
  );
}

/** A command line with its templates filled in after it was split, so that no value becomes two words. */
export function fillCommandLine(line: string, scope: Scope): { command: string; args: string[] } {
  const { command, args } = splitCommandLine(line);
  return { command, args: args.map((word) => textOf(fill(word, scope))) };
}

function fillAttribute(name: string, text: string, scope: Scope): unknown {
  const json = JSON_ATTRIBUTES.has(name) ? readJson(text) : undefined;
  const value = json === undefined ? fill(text, scope) : fillDeep(json, scope);
  if (OF_TEXTS.has(name)) return toTexts(typeof value === "string" ? readJson(value) : value);
  if (typeof value !== "object" && json === undefined) return value;
  return JSON.stringify(value);
}

/** Arguments and variables of programs are texts, whatever a template gives. */
function toTexts(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(textOf));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, textOf(item)])),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The inputs that a node cannot do without. */
export function inputsOf(attributes: Attributes): string[] {
  return templatesOf(attributes)
    .flatMap(pathsOfText)
    .flatMap(([root, name]) => (root === "inputs" && name !== undefined ? [String(name)] : []));
}

/** The nodes whose results a node looks at. */
export function nodesNamedBy(attributes: Attributes): string[] {
  return namesIn(attributes).flatMap(([root, id]) =>
    root === "nodes" && id !== undefined ? [String(id)] : [],
  );
}

/** The wrong names in a node's templates and conditions. */
export function namingProblems(
  attributes: Attributes,
  isBefore: (id: string) => "yes" | "no" | "unknown",
): string[] {
  try {
    if (typeof attributes["undo"] === "string") splitCommandLine(attributes["undo"]);
    return namesIn(attributes).flatMap((path) => problemOf(path, attributes, isBefore));
  } catch (error) {
    return [(error as Error).message];
  }
}

function problemOf(
  path: Path,
  attributes: Attributes,
  isBefore: (id: string) => "yes" | "no" | "unknown",
): string[] {
  const [root, name, fact] = path;
  const written = `{{${nameOf(path)}}}`;
  switch (root) {
    case "inputs":
      return name === undefined ? [`${written} must name an input`] : [];
    case "run":
      return name === "id" ? [] : [`${written}: of a run there is only {{run.id}}`];
    case "item":
    case "index":
      return attributes["map_over"] === undefined ? [`${written} needs map_over`] : [];
    case "nodes": {
      const known = name === undefined ? "unknown" : isBefore(String(name));
      if (known === "unknown") return [`${written}: there is no node "${String(name ?? "")}"`];
      if (known === "no") return [`${written}: the node does not come before; add an edge from it`];
      return (NODE_FACTS as readonly unknown[]).includes(fact)
        ? []
        : [`${written}: a node has ${NODE_FACTS.join(", ")}`];
    }
    default:
      return [`${written}: names begin with inputs, nodes, item, index or run`];
  }
}

function namesIn(attributes: Attributes): Path[] {
  const { when } = attributes;
  const condition = typeof when === "string" ? pathsOfCondition(parseCondition(when)) : [];
  return [...condition, ...templatesOf(attributes).flatMap(pathsOfText)];
}

function templatesOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    hasTemplate(value) && name !== "when" ? [value] : [],
  );
}

/** Names inside JSON text are read after its escapes are. */
function pathsOfText(text: string): Path[] {
  const json = readJson(text);
  return json === undefined ? pathsOf(text) : textsIn(json).flatMap(pathsOf);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The condition of a node; undefined when it has none. */
export function conditionOf({ when }: { when?: string | undefined }): Condition | undefined {
  return when === undefined ? undefined : parseCondition(when);
}
