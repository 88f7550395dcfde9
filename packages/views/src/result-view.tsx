import type { ComponentChildren } from "preact";
import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";
import type { ReasoningMakeDecisionOutput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import type { ReasoningProbabilisticOutput } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { ReasoningTreeListOutput } from "@faculties/schemas/langbase-reasoning/reasoning-tree-list";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { ReviewView } from "./audit/review-view.tsx";
import { ConsensusView } from "./converse/consensus-view.tsx";
import { FoundDecisions } from "./memory/found-decisions.tsx";
import { BayesPlot } from "./reasoning/bayes-plot.tsx";
import { DecisionTable } from "./reasoning/decision-table.tsx";
import { ThoughtTree } from "./reasoning/thought-tree.tsx";
import { RunGraph } from "./runs/run-graph.tsx";

type Draw = (result: never) => ComponentChildren;

/** For each tool whose result can be drawn: how. */
const VIEWS: Readonly<Record<string, Draw>> = {
  search_decisions: ({ results }: SearchDecisionsOutput) => <FoundDecisions results={results} />,
  reasoning_make_decision: (result: ReasoningMakeDecisionOutput) => (
    <DecisionTable decision={result} />
  ),
  reasoning_probabilistic: (result: ReasoningProbabilisticOutput) => <BayesPlot result={result} />,
  reasoning_tree_list: ({ branches, active_branch_id }: ReasoningTreeListOutput) => (
    <ThoughtTree branches={branches} activeBranch={active_branch_id} />
  ),
  consensus: ({ phases, conclusion, metadata }: ConsensusOutput) => (
    <ConsensusView phases={phases} conclusion={conclusion} metadata={metadata} />
  ),
  sequentialthinking: ({ gan }: SequentialThinkingOutput) =>
    gan && "verdict" in gan ? <ReviewView review={gan} /> : undefined,
  graph_get: ({ graph }: { graph: NormalisedGraph }) => <RunGraph graph={graph} />,
  plan_status: (run: RunSnapshot) => runView(run),
};

/** Whether a tool's structured result can be drawn. */
export function hasView(tool: string, result: unknown): boolean {
  return Object.hasOwn(VIEWS, tool) && typeof result === "object" && result !== null;
}

/** A tool's structured result as its view; nothing for a tool that has none. */
export function ResultView({ tool, result }: { tool: string; result: unknown }) {
  return <>{hasView(tool, result) ? VIEWS[tool]?.(result as never) : undefined}</>;
}

/** The nodes of a run without the graph's links, which the status does not tell. */
function runView({ graph_id, nodes = [] }: RunSnapshot) {
  const graph = {
    name: graph_id ?? "behaviour tree",
    nodes: nodes.map(({ node_id, kind }) => ({ id: node_id, attributes: { kind } })),
    edges: [],
  };
  return nodes.length > 0 ? <RunGraph graph={graph} outcomes={nodes} /> : undefined;
}
