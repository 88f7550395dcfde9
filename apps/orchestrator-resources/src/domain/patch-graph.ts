import { CodedError } from "@faculties/errors";
import { GraphDocument } from "@faculties/schemas/orchestrator-resources/graph-create";
import type { JsonPatchOperation } from "@faculties/schemas/orchestrator-resources/json-patch";
import { createPatch } from "rfc6902";
import type { GraphState } from "./graph-state.ts";
import { buildGraph } from "./graph-structure.ts";

const PARTS = Object.keys(GraphDocument.shape);

/** Applies an RFC 6902 patch to a graph's document: name, nodes, edges and metadata. */
export function patchGraph(state: GraphState, patch: readonly JsonPatchOperation[]): GraphState {
  for (const [index, { path, from }] of patch.entries())
    for (const pointer of from === undefined ? [path] : [path, from])
      if (!PARTS.includes(pointer.split("/")[1] ?? ""))
        throw invalidPatch(
          index,
          `"${pointer}" is not within ${PARTS.map((part) => `/${part}`).join(", ")}`,
        );
  const document = structuredClone({
    name: state.name,
    nodes: [...state.nodes.values()],
    edges: [...state.edges.values()],
    metadata: state.metadata,
  });
  for (const [index, step] of patch.entries())
    try {
      applyPatchStep(document, structuredClone(step));
    } catch (error) {
      throw invalidPatch(index, `${step.op} ${step.path}: ${(error as Error).message}`);
    }
  const parsed = GraphDocument.safeParse(document);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(
      ({ path, message }) => `/${path.join("/")}: ${message}`,
    );
    throw new CodedError("E-PATCH-INVALID", `The result is no graph: ${reasons.join("; ")}`);
  }
  return buildGraph(parsed.data);
}

function invalidPatch(index: number, reason: string): CodedError {
  return new CodedError("E-PATCH-INVALID", `patch[${index}]: ${reason}.`, { details: { index } });
}

type Container = unknown[] | Record<string, unknown>;
type PatchTarget = { parent: Container; key: string };

/**
 * Applies one step of RFC 6902 to a document, which is changed; throws what keeps it from being applied. The library's
 * own counts from the back, rounds and guesses where RFC 6901 knows no such place.
 */
function applyPatchStep(document: Container, step: JsonPatchOperation): void {
  const { op, path, from = "", value } = step;
  switch (op) {
    case "add":
      return put(placeOf(document, path), value);
    case "remove":
      return take(placeOf(document, path));
    case "replace": {
      const place = placeOf(document, path);
      valueAt(place);
      return set(place, value);
    }
    case "move": {
      if (path.startsWith(`${from}/`)) throw new Error("nothing can be moved into itself");
      const moved = valueAt(placeOf(document, from));
      take(placeOf(document, from));
      return put(placeOf(document, path), moved);
    }
    case "copy":
      return put(placeOf(document, path), structuredClone(valueAt(placeOf(document, from))));
    case "test":
      if (createPatch(valueAt(placeOf(document, path)), value).length > 0)
        throw new Error("the value is another");
  }
}

/** Where a JSON pointer leads; all but its last part must be there. */
function placeOf(document: Container, pointer: string): PatchTarget {
  if (!/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) throw new Error("that is no JSON pointer");
  const keys = pointer.split("/").slice(1).map(unescape);
  let parent: unknown = document;
  for (const key of keys.slice(0, -1)) parent = valueAt({ parent: containerOf(parent), key });
  return { parent: containerOf(parent), key: keys.at(-1) as string };
}

function unescape(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function containerOf(value: unknown): Container {
  if (typeof value === "object" && value !== null) return value as Container;
  throw new Error("it has no parts");
}

function valueAt({ parent, key }: PatchTarget): unknown {
  if (!Object.hasOwn(parent, key) || (Array.isArray(parent) && indexIn(parent, key) < 0))
    throw new Error(`there is no "${key}"`);
  return (parent as Record<string, unknown>)[key];
}

/** The index that a key is, up to the end of the list; else −1. */
function indexIn(list: readonly unknown[], key: string): number {
  return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) <= list.length ? Number(key) : -1;
}

function put({ parent, key }: PatchTarget, value: unknown): void {
  if (!Array.isArray(parent)) return set({ parent, key }, value);
  const index = key === "-" ? parent.length : indexIn(parent, key);
  if (index < 0) throw new Error(`there is no place "${key}" in a list of ${parent.length}`);
  parent.splice(index, 0, value);
}

function take({ parent, key }: PatchTarget): void {
  valueAt({ parent, key });
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** Any name is data like any other, `__proto__` too. */
function set({ parent, key }: PatchTarget, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
