import type {
  NormalisedEdge,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import { type GraphState, keyOfEdge } from "./graph-state.ts";
import { applyListDelta, compareLists, isEmptyDelta, type ListDelta } from "./list-delta.ts";

/** How one version of a graph becomes the next. */
export type GraphDelta = {
  name?: string;
  metadata?: Attributes;
  nodes: ListDelta<NormalisedNode>;
  edges: ListDelta<NormalisedEdge>;
};

/** The changes between two states; undefined when they are equal. */
export function compareGraphs(before: GraphState, after: GraphState): GraphDelta | undefined {
  const nodes = compareLists(before.nodes, after.nodes, sameContent);
  const edges = compareLists(before.edges, after.edges, sameContent);
  const renamed = before.name !== after.name;
  const described = !sameContent(before.metadata, after.metadata);
  if (!renamed && !described && isEmptyDelta(nodes) && isEmptyDelta(edges)) return undefined;
  return {
    ...(renamed && { name: after.name }),
    ...(described && { metadata: after.metadata }),
    nodes,
    edges,
  };
}

/** The state after a chain of changes. */
export function replayDeltas(start: GraphState, deltas: readonly GraphDelta[]): GraphState {
  if (deltas.length === 0) return start;
  const nodes = new Map(start.nodes);
  const edges = new Map(start.edges);
  let { name, metadata } = start;
  for (const delta of deltas) {
    applyListDelta(nodes, delta.nodes, ({ id }) => id);
    applyListDelta(edges, delta.edges, keyOfEdge);
    name = delta.name ?? name;
    metadata = delta.metadata ?? metadata;
  }
  return { name, nodes, edges, metadata };
}

/** Equal as JSON values whose keys have no order. */
function sameContent(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return false;
  const leftKeys = Object.keys(left).filter((key) => valueAt(left, key) !== undefined);
  const rightKeys = Object.keys(right).filter((key) => valueAt(right, key) !== undefined);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    leftKeys.length === rightKeys.length &&
    leftKeys.every(
      (key) => Object.hasOwn(right, key) && sameContent(valueAt(left, key), valueAt(right, key)),
    )
  );
}

function valueAt(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}
