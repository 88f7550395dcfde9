import { CodedError } from "@faculties/errors";
import { Addend } from "@faculties/schemas/orchestrator-resources/addend";
import type {
  GraphPathsInput,
  GraphPathsOutput,
} from "@faculties/schemas/orchestrator-resources/graph-paths";
import type { DirectedGraph } from "graphology";
import { astar } from "graphology-shortest-path";
import type { Attributes } from "graphology-types";
import { edgeKey, type GraphState, keyOfEdge } from "./graph-state.ts";
import { invalidGraph } from "./graph-structure.ts";
import { idOf, toGraphology } from "./to-graphology.ts";

type Request = Omit<GraphPathsInput, "graph_id" | "version">;
type Path = GraphPathsOutput["paths"][number];

// Paths looked at for one answer: constraints and ties may ask for many more than are returned.
const MOST_CANDIDATES = 500;
// Edges looked at, which bounds how long other calls wait.
const MOST_EFFORT = 300_000;

/** The k cheapest paths without loops that fulfil the constraints (Yen's algorithm with Lawler's shortcut). */
export function shortestPaths(state: GraphState, request: Request): Path[] {
  const { from, to, k, avoid_nodes, via, max_cost = Infinity } = request;
  for (const id of [from, to, ...via])
    if (!state.nodes.has(id)) throw invalidGraph(`There is no node "${id}".`, { node: id });
  const costs = edgeCosts(state, request.weight_attribute);
  const avoided = new Set(avoid_nodes);
  if (avoided.has(from) || avoided.has(to)) return [];
  const found: Path[] = [];
  const effort = { left: MOST_EFFORT };
  let looked = 0;
  for (const path of pathsByCost(withoutNodes(state, avoided), { from, to, costs, effort })) {
    const last = found.at(k - 1);
    if (path.cost > max_cost || (last && path.cost > last.cost)) break;
    if (via.every((id) => path.nodes.includes(id))) found.push(path);
    looked += 1;
    if (looked >= MOST_CANDIDATES) break;
  }
  // Once there are enough, the rest of the search was only for equals that come first by their ids.
  if (effort.left <= 0 && found.length < k) throw tooMuch();
  return found.toSorted(appendAtCommit).slice(0, k);
}

type Search = {
  from: string;
  to: string;
  costs: ReadonlyMap<string, number>;
  effort: { left: number };
};
type Candidate = { keys: string[]; path: Path; from: number };

function* pathsByCost(state: GraphState, { from, to, costs, effort }: Search): Generator<Path> {
  const indexed = toGraphology(state, (edge) => costs.get(keyOfEdge(edge)) as number);
  const { graph } = indexed;
  const end = indexed.keyOf(to) as string;
  const known = new Set<string>();
  const candidates: Candidate[] = [];
  const offer = (root: readonly string[], closed: (source: string, target: string) => boolean) => {
    effort.left -= graph.size;
    const way = cheapest(graph, root.at(-1) as string, end, closed);
    const keys = way && [...root.slice(0, -1), ...way];
    if (!keys || known.has(keys.join(" "))) return;
    known.add(keys.join(" "));
    const nodes = keys.map((key) => idOf(indexed, key));
    const path = { nodes, cost: totalOf(nodes, costs), length: nodes.length - 1 };
    candidates.push({ keys, path, from: root.length - 1 });
  };
  const accepted: string[][] = [];
  offer([indexed.keyOf(from) as string], () => false);
  while (candidates.length > 0) {
    candidates.sort((left, right) => appendAtCommit(left.path, right.path));
    const next = candidates.shift() as Candidate;
    yield next.path;
    accepted.push(next.keys);
    // Before the place where it left an earlier path, that path's own deviations were offered already.
    let sharing = accepted.filter((path) => sharePrefix(path, next.keys, next.from));
    for (let spur = next.from; spur < next.keys.length - 1 && effort.left > 0; spur += 1) {
      const at = next.keys[spur] as string;
      sharing = sharing.filter((path) => path[spur] === at);
      const taken = new Set(sharing.map((path) => path[spur + 1]));
      if (graph.outDegree(at) <= taken.size) continue;
      const passed = new Set(next.keys.slice(0, spur));
      offer(
        next.keys.slice(0, spur + 1),
        (source, target) =>
          passed.has(source) || passed.has(target) || (source === at && taken.has(target)),
      );
    }
  }
}

function sharePrefix(left: readonly string[], right: readonly string[], length: number): boolean {
  for (let index = 0; index < length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}

function cheapest(
  graph: DirectedGraph,
  start: string,
  end: string,
  closed: (source: string, target: string) => boolean,
): string[] | undefined {
  if (start === end) return [start];
  const price = (_: string, edge: Attributes) =>
    closed(edge["source"] as string, edge["target"] as string)
      ? Infinity
      : (edge["cost"] as number);
  // Without an estimate of what is left, A* is Dijkstra's algorithm; this one keeps no copies of paths.
  const way = astar.bidirectional(graph, start, end, price) as string[] | null;
  const isOpen = way?.every((key, index) => index === 0 || !closed(way[index - 1] as string, key));
  return way && isOpen ? way : undefined;
}

function tooMuch(): CodedError {
  return new CodedError(
    "E-TIMEOUT",
    "There are too many ways to search. Ask for fewer paths, or narrow them with avoid_nodes or max_cost.",
  );
}

function edgeCosts(state: GraphState, attribute: string | undefined): Map<string, number> {
  return new Map(
    [...state.edges].map(([key, { weight, attributes, from, to }]) => {
      const given = attribute === undefined ? weight : attributes[attribute];
      return [key, costOf(given, 1, `The cost of the edge ${from} → ${to}`)];
    }),
  );
}

function withoutNodes(state: GraphState, avoided: ReadonlySet<string>): GraphState {
  if (avoided.size === 0) return state;
  return {
    ...state,
    nodes: new Map([...state.nodes].filter(([id]) => !avoided.has(id))),
    edges: new Map(
      [...state.edges].filter(([, { from, to }]) => !avoided.has(from) && !avoided.has(to)),
    ),
  };
}

function totalOf(nodes: readonly string[], costs: ReadonlyMap<string, number>): number {
  return nodes
    .slice(1)
    .reduce((sum, id, index) => sum + (costs.get(edgeKey(nodes[index] as string, id)) ?? 0), 0);
}

function appendAtCommit(left: Path, right: Path): number {
  if (left.cost !== right.cost) return left.cost - right.cost;
  return left.nodes.join("\u0000") < right.nodes.join("\u0000") ? -1 : 1;
}

/** The cost that an attribute gives, or the usual one. Refuses a cost that cannot be added up. */
export function costOf(given: unknown, usual: number, whose: string): number {
  if (typeof given !== "number") return usual;
  if (given < 0) throw invalidGraph(`${whose} is negative: ${given}.`, {});
  if (Addend.safeParse(given).success) return given;
  throw invalidGraph(`${whose} is too large to be added up: ${given}.`, {});
}
