import { CodedError } from "@faculties/errors";
import {
  EdgePorts,
  GraphInvariants,
  NodePorts,
} from "@faculties/schemas/orchestrator-resources/graph-invariants";
import type { GraphProblem } from "@faculties/schemas/orchestrator-resources/graph-problem";
import type { NormalisedEdge } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Attributes } from "@faculties/schemas/orchestrator-resources/scalar";
import { findCycle, type GraphState, predecessorsOf } from "./graph-state.ts";
import { namingProblems, readNode } from "./node-attributes.ts";

export type GraphVerdict = { errors: GraphProblem[]; warnings: GraphProblem[] };

/** Everything that would keep a graph from running, and what merely looks wrong. */
export function validateGraph(state: GraphState): GraphVerdict {
  const { nodes, edges } = state;
  const loops = [...edges.values()].filter(({ from, to }) => from === to);
  const joined = new Set([...edges.values()].flatMap(({ from, to }) => [from, to]));
  const isolated = nodes.size > 1 ? [...nodes.keys()].filter((id) => !joined.has(id)) : [];
  return {
    errors: [
      ...loops.map(({ from }) => problem("SELF_LOOP", `"${from}" leads to itself.`, [from])),
      ...invariantProblems(state, { acyclic: true }),
      ...attributeProblems(state),
    ],
    warnings: [
      ...(nodes.size === 0 ? [problem("EMPTY_GRAPH", "The graph has no nodes.", [])] : []),
      ...(isolated.length === 0
        ? []
        : [problem("ISOLATED_NODE", "Some nodes have no edges.", isolated)]),
    ],
  };
}

/** Nodes whose attributes do not say what a run should do. */
function attributeProblems(state: GraphState): GraphProblem[] {
  let predecessors: Map<string, string[]> | undefined;
  const isBefore = (id: string) => (name: string) => {
    if (!state.nodes.has(name)) return "unknown";
    return comesBefore(name, id, (predecessors ??= predecessorsOf(state))) ? "yes" : "no";
  };
  return [...state.nodes.values()].flatMap(({ id, attributes }) => {
    const reasons = [...readNode(attributes).problems, ...namingProblems(attributes, isBefore(id))];
    return reasons.length === 0
      ? []
      : [problem("NODE_ATTRIBUTES", `"${id}": ${reasons.join("; ")}`, [id])];
  });
}

function comesBefore(name: string, id: string, predecessors: Map<string, string[]>): boolean {
  const seen = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const before of predecessors.get(next) ?? []) {
      if (before === name) return true;
      if (!seen.has(before)) waiting.push(before);
      seen.add(before);
    }
  return false;
}

function problem(code: GraphProblem["code"], message: string, nodes: string[]): GraphProblem {
  return { code, message, nodes };
}

type InvariantProblem = {
  code: "CYCLE" | "PORT" | "CARDINALITY" | "NODE_ATTRIBUTES";
  message: string;
  nodes: string[];
};

/** Breaches of what a graph's metadata asks for; `usually` says what holds where it says nothing. */
export function invariantProblems(
  state: GraphState,
  usually: { acyclic: boolean },
): InvariantProblem[] {
  const asked = GraphInvariants.safeParse({ ...usually, ...state.metadata });
  if (!asked.success)
    return asked.error.issues.map(({ path, message }) => ({
      code: "NODE_ATTRIBUTES",
      message: `metadata.${path.join(".")}: ${message}`,
      nodes: [],
    }));
  const { acyclic, ...limits } = asked.data;
  return [
    ...(acyclic ? cycleProblem(state) : []),
    ...portProblems(state, limits.require_ports),
    ...degreeProblems(state, limits),
  ];
}

function cycleProblem(state: GraphState): InvariantProblem[] {
  const cycle = findCycle(state);
  if (!cycle) return [];
  const message = `The graph has a cycle: ${[...cycle, cycle[0]].join(" → ")}.`;
  return [{ code: "CYCLE", message, nodes: cycle }];
}

function portProblems(state: GraphState, required: boolean): InvariantProblem[] {
  const concerned = [...state.edges.values()].filter(
    ({ attributes }) => required || mentions(attributes, EDGE_DECLARATIONS),
  );
  return concerned.flatMap((edge) => {
    const ports = EdgePorts.safeParse(edge.attributes);
    if (!ports.success) return [portProblem(edge, "its ports must be texts")];
    const { from_port: leaves, to_port: enters } = ports.data;
    const out = declaredPorts(state, edge.from)?.out_ports;
    const into = declaredPorts(state, edge.to)?.in_ports;
    return [
      ...(required && (leaves === undefined || enters === undefined)
        ? [portProblem(edge, "from_port and to_port are required")]
        : []),
      ...(leaves !== undefined && out && !out.includes(leaves)
        ? [portProblem(edge, `"${edge.from}" has no out port "${leaves}"`)]
        : []),
      ...(enters !== undefined && into && !into.includes(enters)
        ? [portProblem(edge, `"${edge.to}" has no in port "${enters}"`)]
        : []),
    ];
  });
}

function degreeProblems(
  state: GraphState,
  limits: Pick<GraphInvariants, "max_in_degree" | "max_out_degree">,
): InvariantProblem[] {
  const isLimited = limits.max_in_degree !== undefined || limits.max_out_degree !== undefined;
  if (!isLimited && !declaresAny(state)) return [];
  const incoming = countBy(state, "to");
  const outgoing = countBy(state, "from");
  return [...state.nodes.keys()].flatMap((id) => {
    const own = declaredPorts(state, id);
    return [
      ...over(id, "in", incoming.get(id) ?? 0, own?.max_in_degree ?? limits.max_in_degree),
      ...over(id, "out", outgoing.get(id) ?? 0, own?.max_out_degree ?? limits.max_out_degree),
    ];
  });
}

function over(
  id: string,
  side: "in" | "out",
  degree: number,
  limit: number | undefined,
): InvariantProblem[] {
  if (limit === undefined || degree <= limit) return [];
  const message = `"${id}" has ${degree} ${side}going edges; at most ${limit} are allowed.`;
  return [{ code: "CARDINALITY", message: message.replace("ingoing", "incoming"), nodes: [id] }];
}

function countBy({ edges }: GraphState, end: "from" | "to"): Map<string, number> {
  const counts = new Map<string, number>();
  for (const edge of edges.values()) counts.set(edge[end], (counts.get(edge[end]) ?? 0) + 1);
  return counts;
}

function declaredPorts({ nodes }: GraphState, id: string): NodePorts | undefined {
  const attributes = nodes.get(id)?.attributes ?? {};
  return mentions(attributes, NODE_DECLARATIONS) ? NodePorts.safeParse(attributes).data : undefined;
}

const NODE_DECLARATIONS = Object.keys(NodePorts.shape);
const EDGE_DECLARATIONS = Object.keys(EdgePorts.shape);

function declaresAny({ nodes }: GraphState): boolean {
  for (const { attributes } of nodes.values())
    if (mentions(attributes, NODE_DECLARATIONS)) return true;
  return false;
}

/** Most parts declare nothing, and parsing each of thousands would be felt. */
function mentions(attributes: Attributes, declarations: readonly string[]): boolean {
  for (const key of declarations) if (Object.hasOwn(attributes, key)) return true;
  return false;
}

function portProblem({ from, to }: NormalisedEdge, what: string): InvariantProblem {
  return { code: "PORT", message: `Edge ${from} → ${to}: ${what}.`, nodes: [from, to] };
}

const CODES = {
  CYCLE: "E-PATCH-CYCLE",
  PORT: "E-PATCH-PORTS",
  CARDINALITY: "E-PATCH-CARD",
  NODE_ATTRIBUTES: "E-GRAPH-INVALID",
};

/** Refuses a graph that breaks its own rules. Cycles are against the rules unless it says so, or `usually` does. */
export function keepInvariants(state: GraphState, usually: { acyclic: boolean }): void {
  const [first, ...others] = invariantProblems(state, usually);
  if (!first) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new CodedError(CODES[first.code], `${first.message}${more}`, {
    details: { nodes: first.nodes },
  });
}
