import { type Tone, STATE_TONES } from "@faculties/views";
import type { PageProps } from "../app.tsx";
import { idOf, type ResourceItem } from "../domain/runs.ts";
import { call } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { type BrowseItem, BrowseList } from "../parts/browse-list.tsx";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { BlackboardPanel } from "./runs/blackboard-panel.tsx";
import { GraphPanel } from "./runs/graph-panel.tsx";
import { RunPanel } from "./runs/run-panel.tsx";

const SERVER = "orchestrator-resources";
const PAGE = 500;
const KINDS = { run: "Runs", graph: "Graphs", blackboard: "Blackboard" } as const;
type Kind = keyof typeof KINDS;

export function Runs({ route }: PageProps) {
  const { value, error } = useLive(SERVER, ["sc://"], "list", async () => ({
    run: (await list("sc://runs/")).toSorted(newestFirst).map(describeRun),
    graph: (await list("sc://graphs/")).filter(({ kind }) => kind === "graph").map(named("graph")),
    blackboard: (await list("sc://blackboard/")).map(named("blackboard")),
  }));
  if (value === undefined) return <Failure message={error} />;
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => value[kind].length > 0);
  const [first] = kinds;
  if (first === undefined) return <NoRuns />;
  const kind = kinds.find((one) => one === route[0]) ?? first;
  const id = route[0] === kind && route[1] ? route[1] : value[kind][0]?.key;
  return (
    <>
      <div class="title">
        <h1>Runs</h1>
        <nav class="tabs" aria-label="Kinds">
          {kinds.map((one) => (
            <a
              key={one}
              href={linkTo("runs", one)}
              aria-current={one === kind ? "true" : undefined}
            >
              {KINDS[one]} <span class="soft">{value[one].length}</span>
            </a>
          ))}
        </nav>
      </div>
      <Failure message={error} />
      <div class="browse">
        <BrowseList label={KINDS[kind]} items={value[kind]} current={id} />
        <div class="inspector">
          {kind === "run" && id !== undefined && (
            <RunPanel key={id} runId={id} selected={route[2]} />
          )}
          {kind === "graph" && id !== undefined && <GraphPanel key={id} graphId={id} />}
          {kind === "blackboard" && id !== undefined && <BlackboardPanel key={id} namespace={id} />}
        </div>
      </div>
    </>
  );
}

const createdAt = ({ metadata }: ResourceItem): number => Number(metadata?.["created_at"] ?? 0);
const newestFirst = (left: ResourceItem, right: ResourceItem): number =>
  createdAt(right) - createdAt(left);

function describeRun(run: ResourceItem): BrowseItem {
  const id = idOf(run);
  const state = String(run.metadata?.["state"] ?? "");
  const graph = String(run.metadata?.["graph_id"] ?? "");
  return {
    key: id,
    link: ["runs", "run", id],
    title: graph === "" ? id : graph,
    status: state === "" ? undefined : { word: state, tone: toneOf(state) },
    ...(graph === "" ? {} : { note: id.slice(0, 12) }),
    at: createdAt(run),
  };
}

const named =
  (kind: Kind) =>
  (item: ResourceItem): BrowseItem => {
    const id = idOf(item);
    return { key: id, link: ["runs", kind, id], title: id };
  };

function toneOf(state: string): Tone {
  return (STATE_TONES as Record<string, Tone>)[state] ?? "plain";
}

async function list(prefix: string): Promise<ResourceItem[]> {
  const found: ResourceItem[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: ResourceItem[]; next_cursor?: string } = await call(
      SERVER,
      "resources_list",
      { prefix, limit: PAGE, ...(cursor !== undefined && { cursor }) },
    );
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

function NoRuns() {
  return (
    <>
      <h1>Runs</h1>
      <Empty title="Nothing has run yet">
        <p>
          Ask your agent: <q>Run the tests and the linter in parallel, and show me what fails.</q>{" "}
          Or make a graph with <a href={linkTo("try-it", SERVER, "graph_create")}>graph_create</a>{" "}
          and start it here.
        </p>
        <p class="soft">
          Programs must be allowed: <code>--allow-command node</code> when the console is started.
        </p>
      </Empty>
    </>
  );
}
