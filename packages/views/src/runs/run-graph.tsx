import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { NodeOutcome } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { duration, shortened } from "../format.ts";
import { GraphView } from "../graph/graph-view.tsx";
import type { Tone } from "../tone.ts";

type Props = {
  graph: Pick<NormalisedGraph, "name" | "nodes" | "edges">;
  /** The states of the nodes; without them the graph is drawn as it is. */
  outcomes?: readonly NodeOutcome[] | undefined;
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

export const STATE_TONES: Record<NodeOutcome["state"] | "paused", Tone> = {
  pending: "plain",
  running: "accent",
  paused: "warn",
  succeeded: "good",
  failed: "bad",
  skipped: "muted",
  cancelled: "warn",
};

/** A graph as it runs: each node in the colour and with the word of its state. */
export function RunGraph({ graph, outcomes = [], selected, onSelect }: Props) {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.node_id, outcome]));
  return (
    <GraphView
      label={`Graph ${graph.name}`}
      nodes={graph.nodes.map(({ id, label, attributes }) => {
        const outcome = outcomeOf.get(id);
        const kind = String(attributes["kind"] ?? "noop");
        return {
          id,
          title: shortened(label ?? id, 80),
          note: outcome ? `${outcome.state}${timeOf(outcome)}` : kind,
          tone: outcome ? STATE_TONES[outcome.state] : "plain",
          isFaded: outcome?.state === "skipped",
        };
      })}
      edges={graph.edges.map(({ from, to, label }) => ({ from, to, label }))}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

function timeOf({ started_at, ended_at, attempts }: NodeOutcome): string {
  const tries = attempts > 1 ? ` · ${attempts} tries` : "";
  return started_at !== null && ended_at !== null
    ? ` · ${duration(ended_at - started_at)}${tries}`
    : tries;
}
