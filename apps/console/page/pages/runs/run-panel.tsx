import { useState } from "preact/hooks";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { duration, moment, RunGraph, STATE_TONES } from "@faculties/views";
import { call, readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { Failure } from "../../parts/failure.tsx";
import { ChildLogs } from "./child-logs.tsx";
import { NodeCard } from "./node-card.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunEvents } from "./run-events.tsx";

const SERVER = "orchestrator-resources";

/** A run as it goes: the server pushes each change. */
export function RunPanel({ runId }: { runId: string }) {
  const uri = `sc://runs/${encodeURIComponent(runId)}/events`;
  const { value: run, error } = useLive(SERVER, [uri], uri, () =>
    call<RunSnapshot>(SERVER, "plan_status", { run_id: runId, include_nodes: true }),
  );
  const [selected, setSelected] = useState<string>();
  if (run === undefined) return <Failure message={error} />;
  const node = run.nodes?.find(({ node_id }) => node_id === selected);
  return (
    <section aria-labelledby="run">
      <div class="title">
        <h2 id="run">
          {run.graph_id ?? "Behaviour tree"}{" "}
          <span class={`tag tone-${STATE_TONES[run.state]}`}>{run.state}</span>
        </h2>
        <RunActions run={run} />
      </div>
      <p class="soft">
        {moment(run.created_at)}
        {run.started_at !== null &&
          run.ended_at !== null &&
          ` · took ${duration(run.ended_at - run.started_at)}`}
        {` · ${run.progress.succeeded} of ${run.progress.total} nodes succeeded`}
        {run.progress.failed > 0 && ` · ${run.progress.failed} failed`}
      </p>
      <progress max={run.progress.total} value={doneOf(run)} aria-label="Progress" />
      {run.error !== null && <Failure message={run.error} />}
      <Failure message={error} />
      {run.graph_id !== null && (
        <GraphOfRun run={run} graphId={run.graph_id} selected={selected} onSelect={setSelected} />
      )}
      {node && <NodeCard node={node} />}
      {node?.child_id && <ChildLogs key={node.child_id} childId={node.child_id} />}
      <RunEvents uri={uri} />
    </section>
  );
}

type GraphProps = {
  run: RunSnapshot;
  graphId: string;
  selected: string | undefined;
  onSelect(id: string): void;
};

function GraphOfRun({ run, graphId, selected, onSelect }: GraphProps) {
  const uri = `sc://graphs/${encodeURIComponent(graphId)}@v${run.graph_version}`;
  const { value, error } = useLive(SERVER, [], uri, () =>
    readJson<{ graph: NormalisedGraph }>(SERVER, uri),
  );
  if (value === undefined) return <Failure message={error} />;
  return (
    <RunGraph graph={value.graph} outcomes={run.nodes} selected={selected} onSelect={onSelect} />
  );
}

function doneOf({ progress: { total, pending, running } }: RunSnapshot): number {
  return total - pending - running;
}
