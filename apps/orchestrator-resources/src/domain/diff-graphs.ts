import type { GraphDiffOutput } from "@faculties/schemas/orchestrator-resources/graph-diff";
import type { JsonPatchOperation } from "@faculties/schemas/orchestrator-resources/json-patch";
import { createPatch } from "rfc6902";
import { compareGraphs } from "./graph-delta.ts";
import { type GraphState, keyOfEdge } from "./graph-state.ts";
import type { ListDelta } from "./list-delta.ts";

type Difference = Pick<GraphDiffOutput, "changed" | "patch" | "summary">;

/** RFC 6902 operations that turn one graph's document into the other's. */
export function diffGraphs(before: GraphState, after: GraphState): Difference {
  const delta = compareGraphs(before, after);
  const nodes = delta?.nodes ?? nothing();
  const edges = delta?.edges ?? nothing();
  const renamed = before.name !== after.name;
  const metadata = prefixed("/metadata", createPatch(before.metadata, after.metadata));
  return {
    changed: delta !== undefined,
    patch: [
      ...(renamed ? [{ op: "replace" as const, path: "/name", value: after.name }] : []),
      ...metadata,
      ...listPatch("/nodes", before.nodes, after.nodes, nodes, ({ id }) => id),
      ...listPatch("/edges", before.edges, after.edges, edges, keyOfEdge),
    ],
    summary: {
      ...counts("nodes", nodes),
      ...counts("edges", edges),
      metadata_changed: metadata.length > 0,
    } as GraphDiffOutput["summary"],
  };
}

function listPatch<Item>(
  path: string,
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  { removed, changed, inserted, appended }: ListDelta<Item>,
  keyOf: (item: Item) => string,
): JsonPatchOperation[] {
  const gone = new Set(removed);
  const changedKeys = new Map(changed.map((item) => [keyOf(item), item]));
  // From the back, so that the places of those still to be removed hold.
  const removals = [...before.keys()]
    .flatMap((key, index) =>
      gone.has(key) ? [{ op: "remove" as const, path: `${path}/${index}` }] : [],
    )
    .toReversed();
  const insertions = inserted.map(([index, value]) => ({
    op: "add" as const,
    path: `${path}/${index}`,
    value,
  }));
  const additions = appended.map((value) => ({ op: "add" as const, path: `${path}/-`, value }));
  const changes = [...after.keys()].flatMap((key, index) =>
    changedKeys.has(key)
      ? prefixed(`${path}/${index}`, createPatch(before.get(key), changedKeys.get(key)))
      : [],
  );
  return [...removals, ...insertions, ...additions, ...changes];
}

function prefixed(path: string, patch: ReturnType<typeof createPatch>): JsonPatchOperation[] {
  return patch.map((step) => ({ ...step, path: `${path}${step.path}` }) as JsonPatchOperation);
}

function counts(name: string, { removed, changed, inserted, appended }: ListDelta<unknown>) {
  return {
    [`${name}_added`]: inserted.length + appended.length,
    [`${name}_removed`]: removed.length,
    [`${name}_changed`]: changed.length,
  };
}

function nothing(): ListDelta<never> {
  return { removed: [], changed: [], inserted: [], appended: [] };
}
