import { STATUS_TONES, STATUS_WORDS } from "@faculties/views";
import type { PageProps } from "../app.tsx";
import type { Decision, MemoryOverview } from "../domain/memory.ts";
import { readJson } from "../live/mcp.ts";
import { linkTo, useParameter } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { type BrowseItem, BrowseList } from "../parts/browse-list.tsx";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { LineagePanel } from "./memory/lineage-panel.tsx";
import { Proposals } from "./memory/proposals.tsx";
import { SearchField, SearchResults } from "./memory/search-decisions.tsx";

const OVERVIEW = "memory://overview";

export function Memory({ state, route: [target, id] }: PageProps) {
  const { value, error } = useLive("agent-memory", [OVERVIEW], OVERVIEW, () =>
    readJson<MemoryOverview>("agent-memory", OVERVIEW),
  );
  const [query] = useParameter("q");
  const server = state.servers.find(({ name }) => name === "agent-memory");
  if (value === undefined) return <Failure message={error} />;
  const { decisions, proposals } = value;
  if (decisions.length === 0 && proposals.length === 0) return <NoDecisions />;
  const [first] = decisions;
  const shown = target || first?.target;
  const selected =
    decisions.find((one) => one.id === id) ??
    decisions.find((one) => one.target === shown && one.status === "active");
  return (
    <>
      <h1>Memory</h1>
      <Failure message={error} />
      <SearchField />
      <div class="browse">
        {query.trim() === "" ? (
          <BrowseList
            label="Decisions"
            items={decisions.map(describeDecision)}
            current={selected?.id}
          />
        ) : (
          <SearchResults query={query.trim()} decisions={decisions} current={id} />
        )}
        <div class="inspector">
          {shown !== undefined && (
            <LineagePanel key={`${shown} ${selected?.id}`} target={shown} selected={selected?.id} />
          )}
        </div>
      </div>
      <Proposals proposals={proposals} canDecide={server?.args.includes("admin") ?? false} />
    </>
  );
}

function describeDecision({ id, title, target, status, created_at }: Decision): BrowseItem {
  return {
    key: id,
    link: ["memory", target, id],
    title,
    status: { word: STATUS_WORDS[status], tone: STATUS_TONES[status] },
    note: target,
    at: created_at,
  };
}

function NoDecisions() {
  return (
    <>
      <h1>Memory</h1>
      <Empty title="No decisions yet">
        <p>
          Tell your agent:{" "}
          <q>Remember that we keep sessions in PostgreSQL, because they must survive a restart.</q>
        </p>
        <p>
          Or record one with{" "}
          <a href={linkTo("try-it", "agent-memory", "record_decision")}>Try it</a>, or import the
          decision records of a project: <code>agent-memory import docs/adr</code>.
        </p>
        <p class="soft">Writing needs AGENT_MEMORY_SECRET in the environment of the console.</p>
      </Empty>
    </>
  );
}
