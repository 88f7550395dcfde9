import type { GraphOperation } from "@faculties/schemas/orchestrator-resources/graph-operation";
import type {
  NormalisedEdge,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Attributes, Scalar } from "@faculties/schemas/orchestrator-resources/scalar";
import { edgeKey, type GraphState } from "./graph-state.ts";
import { invalidGraph } from "./graph-structure.ts";

type Draft = {
  name: string;
  nodes: Map<string, NormalisedNode>;
  edges: Map<string, NormalisedEdge>;
  metadata: Attributes;
};

/** Applies changes in order. The first that does not fit throws E-GRAPH-INVALID with its index. */
export function applyOperations(
  state: GraphState,
  operations: readonly GraphOperation[],
): GraphState {
  const draft = draftOf(state);
  for (const [index, operation] of operations.entries()) {
    const problem = apply(draft, operation);
    if (problem !== undefined)
      throw invalidGraph(`ops[${index}] (${operation.op}): ${problem}`, {
        index,
        op: operation.op,
      });
  }
  return draft;
}

/** Every change that does not fit, where the others are applied; empty when all do. */
export function findFailingOperations(
  state: GraphState,
  operations: readonly GraphOperation[],
): { index: number; message: string }[] {
  const draft = draftOf(state);
  return operations.flatMap((operation, index) => {
    const message = apply(draft, operation);
    return message === undefined ? [] : [{ index, message }];
  });
}

function draftOf(state: GraphState): Draft {
  return { ...state, nodes: new Map(state.nodes), edges: new Map(state.edges) };
}

/** Changes the draft, or leaves it and says what is wrong. */
function apply(draft: Draft, operation: GraphOperation): string | undefined {
  switch (operation.op) {
    case "add_node":
      return addNode(draft, operation);
    case "remove_node":
      return removeNode(draft, operation.id);
    case "rename_node":
      return renameNode(draft, operation.id, operation.new_id);
    case "add_edge":
      return addEdge(draft, operation);
    case "remove_edge":
      return draft.edges.delete(edgeKey(operation.from, operation.to))
        ? undefined
        : noEdge(operation);
    case "set_node_attribute": {
      const node = draft.nodes.get(operation.id);
      if (!node) return noNode(operation.id);
      draft.nodes.set(node.id, withAttribute(node, operation.key, operation.value));
      return undefined;
    }
    case "set_edge_attribute": {
      const key = edgeKey(operation.from, operation.to);
      const edge = draft.edges.get(key);
      if (!edge) return noEdge(operation);
      draft.edges.set(key, withAttribute(edge, operation.key, operation.value));
      return undefined;
    }
    case "patch_metadata":
      draft.metadata = Object.entries(operation.metadata).reduce(
        (metadata, [key, value]) => withValue(metadata, key, value),
        draft.metadata,
      );
      return undefined;
  }
}

function addNode(
  { nodes }: Draft,
  { id, label, attributes = {} }: Extract<GraphOperation, { op: "add_node" }>,
): string | undefined {
  if (nodes.has(id)) return `the node "${id}" is already there`;
  nodes.set(id, { id, ...(label !== undefined && { label }), attributes });
  return undefined;
}

function removeNode({ nodes, edges }: Draft, id: string): string | undefined {
  if (!nodes.delete(id)) return noNode(id);
  for (const [key, { from, to }] of edges) if (from === id || to === id) edges.delete(key);
  return undefined;
}

function renameNode(draft: Draft, id: string, newId: string): string | undefined {
  const node = draft.nodes.get(id);
  if (!node) return noNode(id);
  if (id === newId) return undefined;
  if (draft.nodes.has(newId)) return `the node "${newId}" is already there`;
  const renamed = (name: string) => (name === id ? newId : name);
  // Rebuilt, so that the node keeps its place.
  draft.nodes = new Map(
    [...draft.nodes].map(([key, value]) =>
      key === id ? [newId, { ...value, id: newId }] : [key, value],
    ),
  );
  draft.edges = new Map(
    [...draft.edges].map(([key, edge]) => {
      if (edge.from !== id && edge.to !== id) return [key, edge];
      const moved = { ...edge, from: renamed(edge.from), to: renamed(edge.to) };
      return [edgeKey(moved.from, moved.to), moved];
    }),
  );
  return undefined;
}

function addEdge(
  { nodes, edges }: Draft,
  { from, to, label, weight, attributes = {} }: Extract<GraphOperation, { op: "add_edge" }>,
): string | undefined {
  const missing = [from, to].find((id) => !nodes.has(id));
  if (missing !== undefined) return noNode(missing);
  const key = edgeKey(from, to);
  if (edges.has(key)) return `the edge ${from} → ${to} is already there`;
  edges.set(key, {
    from,
    to,
    ...(label !== undefined && { label }),
    ...(weight !== undefined && { weight }),
    attributes,
  });
  return undefined;
}

function withAttribute<Part extends { attributes: Attributes }>(
  part: Part,
  key: string,
  value: Scalar | null,
): Part {
  const attributes = withValue(part.attributes, key, value);
  return attributes === part.attributes ? part : { ...part, attributes };
}

/** The same object when nothing changes, so that a change that comes to nothing can be told. */
function withValue(values: Attributes, key: string, value: Scalar | null): Attributes {
  if (value === null) {
    if (!Object.hasOwn(values, key)) return values;
    return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));
  }
  if (Object.hasOwn(values, key) && values[key] === value) return values;
  // A map, because an object would take a key such as __proto__ for something else.
  return Object.fromEntries(new Map(Object.entries(values)).set(key, value));
}

function noNode(id: string): string {
  return `there is no node "${id}"`;
}

function noEdge({ from, to }: { from: string; to: string }): string {
  return `there is no edge ${from} → ${to}`;
}
