import { useState } from "preact/hooks";
import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import type { ReasoningGotStateOutput } from "@faculties/schemas/langbase-reasoning/reasoning-got-state";
import type { ReasoningMakeDecisionOutput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import type { ReasoningProbabilisticOutput } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { ReasoningTreeListOutput } from "@faculties/schemas/langbase-reasoning/reasoning-tree-list";
import { BayesPlot } from "../reasoning/bayes-plot.tsx";
import { DecisionTable } from "../reasoning/decision-table.tsx";
import { ThoughtGraph } from "../reasoning/thought-graph.tsx";
import { ThoughtTree } from "../reasoning/thought-tree.tsx";
import { type Actions, mountView, type Shown } from "./mount-view.tsx";
import { useLoaded } from "./use-loaded.ts";

type SessionRecord = {
  graphs: { id: string; nodes: GraphNode[]; edges: GraphEdge[] }[];
};

const METHODS = { weighted_sum: "Weighted sum", topsis: "TOPSIS", pairwise: "Pairwise" };

mountView("langbase-reasoning", {
  reasoning_make_decision: ({ tool, input, result }, { call }) => (
    <>
      <DecisionTable decision={result as ReasoningMakeDecisionOutput} />
      {input["scores"] !== undefined && (
        <p class="actions">
          {Object.entries(METHODS).map(([method, label]) => (
            <button
              type="button"
              key={method}
              aria-pressed={(input["method"] ?? "weighted_sum") === method}
              onClick={() => call(tool, { ...input, method })}
            >
              {label}
            </button>
          ))}
        </p>
      )}
    </>
  ),
  reasoning_probabilistic: ({ result }) => (
    <BayesPlot result={result as ReasoningProbabilisticOutput} />
  ),
  reasoning_tree_list: (shown, actions) => <Tree shown={shown} actions={actions} />,
  reasoning_got_state: (shown, actions) => <Graph shown={shown} actions={actions} />,
});

function Tree({ shown, actions }: { shown: Shown; actions: Actions }) {
  const { session_id, branches, active_branch_id } = shown.result as ReasoningTreeListOutput;
  const [selected, setSelected] = useState<string>();
  return (
    <>
      <ThoughtTree
        branches={branches}
        activeBranch={active_branch_id}
        selected={selected}
        onSelect={setSelected}
      />
      {selected !== undefined && selected !== active_branch_id && (
        <button
          type="button"
          onClick={() =>
            actions.change("reasoning_tree_focus", { session_id, branch_id: selected }, shown)
          }
        >
          Go on with this branch
        </button>
      )}
    </>
  );
}

function Graph({ shown, actions }: { shown: Shown; actions: Actions }) {
  const state = shown.result as ReasoningGotStateOutput;
  const { graph_id, session_id, node_count, edge_count, active_nodes, max_depth } = state;
  const record = useLoaded<SessionRecord>(`reasoning://sessions/${session_id}`, actions);
  const graph = record?.graphs.find(({ id }) => id === graph_id);
  const change = (tool: string) => actions.change(tool, { graph_id }, shown);
  return (
    <section>
      <p class="figures">
        <span>{node_count} thoughts</span>
        <span>{edge_count} links</span>
        <span>{active_nodes} active</span>
        <span>{max_depth} deep</span>
      </p>
      {graph && <ThoughtGraph nodes={graph.nodes} edges={graph.edges} />}
      <p class="actions">
        <button type="button" onClick={() => actions.call(shown.tool, shown.input)}>
          Look again
        </button>
        <button type="button" onClick={() => change("reasoning_got_prune")}>
          Prune weak thoughts
        </button>
      </p>
    </section>
  );
}
