import type {
  NormalisedEdge,
  NormalisedGraph,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";

/** A graph in memory. Never changed once made: a changed graph shares what did not change. */
export type GraphState = {
  readonly name: string;
  readonly nodes: ReadonlyMap<string, NormalisedNode>;
  /** By `edgeKey`. */
  readonly edges: ReadonlyMap<string, NormalisedEdge>;
  readonly metadata: Attributes;
};

export function edgeKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

export function keyOfEdge({ from, to }: { from: string; to: string }): string {
  return edgeKey(from, to);
}

/** The graph as it is shown and stored. */
export function normalise(state: GraphState, graphId: string, version: number): NormalisedGraph {
  return {
    name: state.name,
    graphId,
    graphVersion: version,
    nodes: [...state.nodes.values()],
    edges: [...state.edges.values()],
    metadata: state.metadata,
  };
}

export function stateOf({
  name,
  nodes,
  edges,
  metadata,
}: Pick<NormalisedGraph, "name" | "nodes" | "edges" | "metadata">): GraphState {
  return {
    name,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [keyOfEdge(edge), edge])),
    metadata,
  };
}

/** Successors of each node, in the order of the edges. */
export function successorsOf({ nodes, edges }: GraphState): Map<string, string[]> {
  const successors = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const { from, to } of edges.values()) successors.get(from)?.push(to);
  return successors;
}

/** Predecessors of each node, in the order of the edges. */
export function predecessorsOf({ nodes, edges }: GraphState): Map<string, string[]> {
  const predecessors = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]));
  for (const { from, to } of edges.values()) predecessors.get(to)?.push(from);
  return predecessors;
}

/** The nodes of one cycle in order; undefined when there is none. Without recursion, for deep graphs. */
export function findCycle(state: GraphState): string[] | undefined {
  const successors = successorsOf(state);
  const finished = new Set<string>();
  for (const start of state.nodes.keys()) {
    const cycle = finished.has(start) ? undefined : cycleFrom(start, successors, finished);
    if (cycle) return cycle;
  }
  return undefined;
}

function cycleFrom(
  start: string,
  successors: ReadonlyMap<string, string[]>,
  finished: Set<string>,
): string[] | undefined {
  const path: { id: string; next: number }[] = [{ id: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = successors.get(top.id)?.[top.next];
    top.next += 1;
    if (successor === undefined) {
      finished.add(top.id);
      onPath.delete(top.id);
      path.pop();
    } else if (onPath.has(successor)) {
      const ids = path.map(({ id }) => id);
      return ids.slice(ids.indexOf(successor));
    } else if (!finished.has(successor)) {
      path.push({ id: successor, next: 0 });
      onPath.add(successor);
    }
  }
  return undefined;
}
