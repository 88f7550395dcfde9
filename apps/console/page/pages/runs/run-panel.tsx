import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type {
  NodeOutcome,
  RunSnapshot,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { duration, RunGraph, RunProgress, RunTimeline, STATE_TONES } from "@faculties/views";
import { call, readJson } from "../../live/mcp.ts";
import { linkTo } from "../../live/route.ts";
import { useLive } from "../../live/use-live.ts";
import { Ago, useNow } from "../../parts/ago.tsx";
import { CopyLink } from "../../parts/copy-link.tsx";
import { Failure } from "../../parts/failure.tsx";
import { ChildLogs } from "./child-logs.tsx";
import { NodeCard } from "./node-card.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunEvents } from "./run-events.tsx";

const SERVER = "orchestrator-resources";

/** A run as it goes: the server pushes each change. The node that failed is open unless another was chosen. */
export function RunPanel({ runId, selected }: { runId: string; selected: string | undefined }) {
  const uri = `sc://runs/${encodeURIComponent(runId)}/events`;
  const { value: run, error } = useLive(SERVER, [uri], uri, () =>
    call<RunSnapshot>(SERVER, "plan_status", { run_id: runId, include_nodes: true }),
  );
  if (run === undefined) return <Failure message={error} />;
  const { nodes = [], progress } = run;
  const node =
    nodes.find(({ node_id }) => node_id === selected) ??
    nodes.find(({ state }) => state === "failed");
  const select = (id: string) => {
    location.hash = linkTo("runs", "run", runId, id);
  };
  return (
    <section aria-labelledby="run">
      <div class="title">
        <h2 id="run">
          {run.graph_id ?? "Behaviour tree"}{" "}
          <span class={`tag tone-${STATE_TONES[run.state]}`}>{run.state}</span>
        </h2>
        <div class="actions">
          <RunActions run={run} />
          <CopyLink />
        </div>
      </div>
      <p class="soft">
        <Ago at={run.created_at} />
        {run.started_at !== null &&
          run.ended_at !== null &&
          ` · took ${duration(run.ended_at - run.started_at)}`}
        {` · ${progress.succeeded} of ${progress.total} nodes succeeded`}
        {progress.failed > 0 && ` · ${progress.failed} failed`}
      </p>
      <RunProgress progress={progress} />
      {run.error !== null && <Failure message={run.error} />}
      <Failure message={error} />
      <Drawings run={run} nodes={nodes} selected={node?.node_id} onSelect={select} />
      {node && <NodeCard node={node} />}
      {node?.child_id && <ChildLogs key={node.child_id} childId={node.child_id} />}
      <RunEvents uri={uri} />
    </section>
  );
}

type DrawingProps = {
  run: RunSnapshot;
  nodes: readonly NodeOutcome[];
  selected: string | undefined;
  onSelect(id: string): void;
};

/** The graph and, under it, when each node ran, with one selection for both. */
function Drawings({ run, nodes, selected, onSelect }: DrawingProps) {
  const uri = `sc://graphs/${encodeURIComponent(run.graph_id ?? "")}@v${run.graph_version}`;
  const { value, error } = useLive(SERVER, [], uri, async () =>
    run.graph_id === null ? undefined : readJson<{ graph: NormalisedGraph }>(SERVER, uri),
  );
  const now = useNow(1_000);
  return (
    <>
      <Failure message={error} />
      {value && (
        <RunGraph graph={value.graph} outcomes={nodes} selected={selected} onSelect={onSelect} />
      )}
      <RunTimeline
        nodes={nodes}
        edges={value?.graph.edges ?? []}
        now={now}
        selected={selected}
        onSelect={onSelect}
      />
    </>
  );
}
