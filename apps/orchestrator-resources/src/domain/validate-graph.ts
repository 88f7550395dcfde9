import type { GraphProblem } from "@faculties/schemas/orchestrator-resources/graph-problem";
import { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import { invariantProblems } from "./graph-invariants.ts";
import type { GraphState } from "./graph-state.ts";

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
function attributeProblems({ nodes }: GraphState): GraphProblem[] {
  return [...nodes.values()].flatMap(({ id, attributes }) => {
    const { error } = PlanNode.safeParse(attributes);
    if (!error) return [];
    const reasons = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return [problem("NODE_ATTRIBUTES", `"${id}": ${reasons.join("; ")}`, [id])];
  });
}

function problem(code: GraphProblem["code"], message: string, nodes: string[]): GraphProblem {
  return { code, message, nodes };
}
