import type { NodeOutcome } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { duration, STATE_TONES } from "@faculties/views";
import { Ago } from "../../parts/ago.tsx";

export function NodeCard({ node }: { node: NodeOutcome }) {
  const { node_id, kind, state, attempts, started_at, ended_at, exit_code, error, output } = node;
  return (
    <article class="card" aria-label={`Node ${node_id}`}>
      <header class="card-head">
        <h3>{node_id}</h3>
        <span class={`tag tone-${STATE_TONES[state]}`}>{state}</span>
      </header>
      <p class="soft">
        {kind}
        {started_at !== null && (
          <>
            {" · started "}
            <Ago at={started_at} />
          </>
        )}
        {started_at !== null && ended_at !== null && ` · took ${duration(ended_at - started_at)}`}
        {attempts > 1 && ` · ${attempts} tries`}
        {exit_code !== null && ` · exit code ${exit_code}`}
      </p>
      {error !== null && <p class="notice tone-bad">{error}</p>}
      {output !== undefined && (
        <>
          <h4>Output</h4>
          <pre class="code" tabIndex={0}>
            {typeof output === "string" ? output : JSON.stringify(output, null, 2)}
          </pre>
        </>
      )}
    </article>
  );
}
