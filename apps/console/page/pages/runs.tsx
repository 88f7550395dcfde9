import type { PageProps } from "../app.tsx";
import { idOf, type ResourceItem } from "../domain/runs.ts";
import { call } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { BlackboardPanel } from "./runs/blackboard-panel.tsx";
import { GraphPanel } from "./runs/graph-panel.tsx";
import { RunList } from "./runs/run-list.tsx";
import { RunPanel } from "./runs/run-panel.tsx";

const SERVER = "orchestrator-resources";
const MOST = 500;

export function Runs({ route }: PageProps) {
  const { value, error } = useLive(SERVER, ["sc://"], "list", async () => ({
    runs: (await list("sc://runs/")).toSorted(byStart),
    graphs: (await list("sc://graphs/")).filter(({ kind: one }) => one === "graph"),
    namespaces: await list("sc://blackboard/"),
  }));
  if (value === undefined) return <Failure message={error} />;
  const { runs, graphs, namespaces } = value;
  const latest = runs.at(-1);
  const [kind, id] = route[1] === undefined && latest ? ["run", idOf(latest)] : route;
  if (runs.length === 0 && graphs.length === 0 && namespaces.length === 0) return <NoRuns />;
  return (
    <>
      <h1>Runs</h1>
      <Failure message={error} />
      <div class="browse">
        <aside aria-label="Runs, graphs and namespaces">
          <RunList runs={runs} current={kind === "run" ? id : undefined} />
          <Links
            title="Graphs"
            of="graph"
            items={graphs}
            current={kind === "graph" ? id : undefined}
          />
          <Links
            title="Blackboard"
            of="blackboard"
            items={namespaces}
            current={kind === "blackboard" ? id : undefined}
          />
        </aside>
        <div>
          {kind === "run" && id !== undefined && <RunPanel key={id} runId={id} />}
          {kind === "graph" && id !== undefined && <GraphPanel key={id} graphId={id} />}
          {kind === "blackboard" && id !== undefined && <BlackboardPanel key={id} namespace={id} />}
          {id === undefined && <p class="soft">Choose a run, a graph or a namespace.</p>}
        </div>
      </div>
    </>
  );
}

const byStart = (left: ResourceItem, right: ResourceItem): number =>
  Number(left.metadata?.["created_at"]) - Number(right.metadata?.["created_at"]);

async function list(prefix: string): Promise<ResourceItem[]> {
  const { items } = await call<{ items: ResourceItem[] }>(SERVER, "resources_list", {
    prefix,
    limit: MOST,
  });
  return items;
}

type LinksProps = {
  title: string;
  of: string;
  items: readonly ResourceItem[];
  current: string | undefined;
};

function Links({ title, of, items, current }: LinksProps) {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="links">
        {items.map((item) => {
          const id = idOf(item);
          return (
            <li key={id}>
              <a href={linkTo("runs", of, id)} aria-current={id === current}>
                {id}
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function NoRuns() {
  return (
    <>
      <h1>Runs</h1>
      <Empty title="Nothing has run yet">
        <p>
          Describe work as a graph with <code>graph_create</code> and start it with{" "}
          <code>plan_run</code>: from an agent, or from{" "}
          <a href={linkTo("try-it", SERVER, "graph_create")}>Try it</a>.
        </p>
        <p class="soft">
          Programs must be allowed: <code>--allow-command node</code> when the console is started.
        </p>
      </Empty>
    </>
  );
}
