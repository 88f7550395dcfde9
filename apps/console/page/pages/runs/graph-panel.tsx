import { useState } from "preact/hooks";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { PlanRunOutput } from "@faculties/schemas/orchestrator-resources/plan-run";
import { RunGraph } from "@faculties/views";
import { call, readJson } from "../../live/mcp.ts";
import { go } from "../../live/route.ts";
import { useLive } from "../../live/use-live.ts";
import { useTools } from "../../live/use-tools.ts";
import { Failure } from "../../parts/failure.tsx";
import { useAction } from "../../parts/use-action.ts";

const SERVER = "orchestrator-resources";

/** The latest version of a graph, with what each node would do. */
export function GraphPanel({ graphId }: { graphId: string }) {
  const uri = `sc://graphs/${encodeURIComponent(graphId)}`;
  const { value, error } = useLive(SERVER, [uri], uri, () =>
    readJson<{ version: number; graph: NormalisedGraph }>(SERVER, uri),
  );
  const tools = useTools(SERVER);
  const [selected, setSelected] = useState<string>();
  const action = useAction();
  if (value === undefined) return <Failure message={error} />;
  const { graph, version } = value;
  const node = graph.nodes.find(({ id }) => id === selected);
  const start = () =>
    action.run(async () => {
      const { run_id } = await call<PlanRunOutput>(SERVER, "plan_run", { graph_id: graphId });
      go("runs", "run", run_id);
    });
  return (
    <section aria-labelledby="graph">
      <div class="title">
        <h2 id="graph">
          {graph.name} <span class="soft">version {version}</span>
        </h2>
        {tools?.some(({ name }) => name === "plan_run") && (
          <button type="button" disabled={action.isBusy} onClick={() => void start()}>
            Run it
          </button>
        )}
      </div>
      <Failure message={error ?? action.error} />
      <RunGraph graph={graph} selected={selected} onSelect={setSelected} />
      {node && (
        <article class="card" aria-label={`Node ${node.id}`}>
          <h3>{node.label ?? node.id}</h3>
          <pre class="code">{JSON.stringify(node.attributes, null, 2)}</pre>
        </article>
      )}
    </section>
  );
}
