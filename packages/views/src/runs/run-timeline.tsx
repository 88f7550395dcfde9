import type { NodeOutcome } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { duration, shortened } from "../format.ts";
import { criticalPath } from "./critical-path.ts";
import { STATE_TONES } from "./run-graph.tsx";

type Props = {
  nodes: readonly NodeOutcome[];
  edges: readonly { from: string; to: string }[];
  /** The end of the time axis while the run goes. */
  now: number;
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

const LONGEST_LABEL = 40;

/** When each node ran, in the order of their starts; what decided the end of the run is marked. */
export function RunTimeline({ nodes, edges, now, selected, onSelect }: Props) {
  const started = nodes
    .flatMap((node) => (node.started_at === null ? [] : [{ ...node, started_at: node.started_at }]))
    .toSorted((left, right) => left.started_at - right.started_at);
  const [first] = started;
  if (first === undefined) return null;
  const begin = first.started_at;
  const end = Math.max(begin + 1, ...started.map(({ ended_at }) => ended_at ?? now));
  const path = criticalPath(nodes, edges);
  const share = (at: number) => `${((at - begin) / (end - begin)) * 100}%`;
  return (
    <div class="run-timeline" role="group" aria-label="Timeline">
      <p class="run-axis soft small">
        <span>0</span>
        <span>{duration((end - begin) / 2)}</span>
        <span>{duration(end - begin)}</span>
      </p>
      <ol>
        {started.map(({ node_id, state, started_at, ended_at, attempts }) => (
          <li key={node_id}>
            <button
              type="button"
              class={`run-bar-row tone-${STATE_TONES[state]}`}
              aria-pressed={node_id === selected}
              onClick={() => onSelect?.(node_id)}
            >
              <span class="run-bar-name">{shortened(node_id, LONGEST_LABEL)}</span>
              <span class="run-bar-track">
                <span
                  class={path.has(node_id) ? "run-bar is-critical" : "run-bar"}
                  style={{
                    left: share(started_at),
                    right: `calc(100% - ${share(ended_at ?? now)})`,
                  }}
                />
              </span>
              <span class="run-bar-time soft">
                {duration((ended_at ?? now) - started_at)}
                {attempts > 1 && ` · ${attempts} tries`}
                {path.has(node_id) && <span class="hidden">, on the critical path</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
