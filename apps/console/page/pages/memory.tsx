import { useState } from "preact/hooks";
import { STATUS_WORDS } from "@faculties/views";
import type { PageProps } from "../app.tsx";
import type { MemoryOverview } from "../domain/memory.ts";
import { readJson } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { STATUS_TONES } from "./memory/decision-card.tsx";
import { LineagePanel } from "./memory/lineage-panel.tsx";
import { Proposals } from "./memory/proposals.tsx";
import { SearchDecisions } from "./memory/search-decisions.tsx";

const OVERVIEW = "memory://overview";

export function Memory({ state, route: [target] }: PageProps) {
  const { value, error } = useLive("agent-memory", [OVERVIEW], OVERVIEW, () =>
    readJson<MemoryOverview>("agent-memory", OVERVIEW),
  );
  const [isSearching, setIsSearching] = useState(false);
  const server = state.servers.find(({ name }) => name === "agent-memory");
  if (value === undefined) return <Failure message={error} />;
  const { decisions, proposals } = value;
  if (decisions.length === 0 && proposals.length === 0) return <NoDecisions />;
  return (
    <>
      <h1>Memory</h1>
      <Failure message={error} />
      <SearchDecisions onSearch={setIsSearching} />
      {target !== undefined && target !== "" && <LineagePanel target={target} />}
      <Proposals proposals={proposals} canDecide={server?.args.includes("admin") ?? false} />
      {!isSearching && (
        <section aria-labelledby="decisions">
          <h2 id="decisions">Decisions, the latest first</h2>
          <ul class="rows">
            {decisions.map((decision) => (
              <li key={decision.id}>
                <a href={linkTo("memory", decision.target)}>
                  <span class={`tag tone-${STATUS_TONES[decision.status]}`}>
                    {STATUS_WORDS[decision.status]}
                  </span>
                  <span class="row-title">{decision.title}</span>
                  <span class="soft">{decision.target}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NoDecisions() {
  return (
    <>
      <h1>Memory</h1>
      <Empty title="No decisions yet">
        <p>
          An agent records one with <code>record_decision</code>, you with{" "}
          <a href={linkTo("try-it", "agent-memory", "record_decision")}>Try it</a>, or import the
          decision records of a project: <code>agent-memory import docs/adr</code>.
        </p>
        <p class="soft">Writing needs AGENT_MEMORY_SECRET in the environment of the console.</p>
      </Empty>
    </>
  );
}
