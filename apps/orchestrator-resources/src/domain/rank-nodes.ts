import { CodedError } from "@faculties/errors";
import type {
  GraphCentralityInput,
  GraphCentralityOutput,
} from "@faculties/schemas/orchestrator-resources/graph-centrality";
import betweenness from "graphology-metrics/centrality/betweenness.js";
import closeness from "graphology-metrics/centrality/closeness.js";
import { degreeCentrality } from "graphology-metrics/centrality/degree.js";
import pagerank from "graphology-metrics/centrality/pagerank.js";
import type { DirectedGraph } from "graphology";
import type { GraphState } from "./graph-state.ts";
import { idOf, toGraphology } from "./to-graphology.ts";

type Measure = (graph: DirectedGraph) => Record<string, number>;

const MEASURES: Record<GraphCentralityInput["metric"], Measure> = {
  degree: (graph) => degreeCentrality(graph),
  betweenness: (graph) => betweenness(graph, { getEdgeWeight: hasCosts(graph) ? "cost" : null }),
  closeness: (graph) => closeness(graph),
  pagerank: (graph) =>
    pagerank(graph, { getEdgeWeight: null, tolerance: 1e-9, maxIterations: 500 }),
};

/** Where edges have weights, the cheapest paths count, not those with the fewest edges. */
function hasCosts(graph: DirectedGraph): boolean {
  const costs = graph.mapEdges((_, { cost }) => Number(cost));
  return costs.every((cost) => cost > 0) && costs.some((cost) => cost !== 1);
}

/** Steps that betweenness and closeness may take: each looks from every node along every edge. */
const MOST_STEPS = 10_000_000;

/** Nodes by how central they are, most central first; equals in order of their ids. */
export function rankNodes(
  state: GraphState,
  metric: GraphCentralityInput["metric"],
): GraphCentralityOutput["scores"] {
  if (state.nodes.size === 0) return [];
  const steps =
    metric === "betweenness" || metric === "closeness" ? state.nodes.size * state.edges.size : 0;
  if (steps > MOST_STEPS)
    throw new CodedError(
      "E-TIMEOUT",
      `The graph is too large for ${metric}. Ask for degree or pagerank.`,
    );
  const indexed = toGraphology(state);
  return Object.entries(MEASURES[metric](indexed.graph))
    .map(([key, score]) => ({
      node: idOf(indexed, key),
      score: Number.isFinite(score) ? score : 0,
    }))
    .toSorted((left, right) => right.score - left.score || (left.node < right.node ? -1 : 1));
}
