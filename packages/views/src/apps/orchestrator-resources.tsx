import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { PlanStatusOutput } from "@faculties/schemas/orchestrator-resources/plan-status";
import { RunGraph, STATE_TONES } from "../runs/run-graph.tsx";
import { type Actions, mountView, type Shown } from "./mount-view.tsx";
import { useLoaded } from "./use-loaded.ts";

const UNDER_WAY = new Set(["pending", "running", "paused"]);

mountView("orchestrator-resources", {
  plan_status: (shown, actions) => <Run shown={shown} actions={actions} />,
});

function Run({ shown, actions }: { shown: Shown; actions: Actions }) {
  const run = shown.result as PlanStatusOutput;
  const { run_id, graph_id, graph_version, state, nodes = [] } = run;
  const uri =
    graph_id === null ? undefined : `sc://graphs/${encodeURIComponent(graph_id)}@v${graph_version}`;
  const graph = useLoaded<{ graph: NormalisedGraph }>(uri, actions)?.graph;
  const drawn = graph ?? {
    name: graph_id ?? "behaviour tree",
    nodes: nodes.map(({ node_id, kind }) => ({ id: node_id, attributes: { kind } })),
    edges: [],
  };
  const again = { ...shown, input: { ...shown.input, run_id, include_nodes: true } };
  const change = (tool: string, input: Record<string, unknown> = { run_id }) =>
    actions.change(tool, input, again);
  return (
    <section>
      <p class="figures">
        <strong>{run_id}</strong>
        <span class={`tag tone-${STATE_TONES[state]}`}>{state}</span>
        <span>
          {run.progress.succeeded} of {run.progress.total} done
        </span>
      </p>
      {drawn.nodes.length > 0 && <RunGraph graph={drawn} outcomes={nodes} />}
      <p class="actions">
        <button type="button" onClick={() => actions.call(again.tool, again.input)}>
          Look again
        </button>
        {state === "running" && (
          <button type="button" onClick={() => change("plan_pause")}>
            Pause
          </button>
        )}
        {state === "paused" && (
          <button type="button" onClick={() => change("plan_resume")}>
            Resume
          </button>
        )}
        {UNDER_WAY.has(state) && (
          <button type="button" onClick={() => change("plan_cancel")}>
            Cancel the run
          </button>
        )}
      </p>
    </section>
  );
}
