import type { PageProps } from "../app.tsx";
import { type Listed, listResources } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { type BrowseItem, BrowseList } from "../parts/browse-list.tsx";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { AuditsPanel } from "./audits/audits-panel.tsx";

const SERVER = "gan-audit";

export function Audits({ route: [asked, position] }: PageProps) {
  const { value, error } = useLive(SERVER, ["gan-audit://sessions"], "sessions", () =>
    listResources(SERVER, "gan-audit://sessions/"),
  );
  if (value === undefined) return <Failure message={error} />;
  const current = value.find(({ name }) => name === asked) ?? value[0];
  if (current === undefined) return <NoAudits />;
  return (
    <>
      <h1>Review</h1>
      <Failure message={error} />
      <div class="browse">
        <BrowseList label="Sessions" items={value.map(describeSession)} current={current.uri} />
        <div class="inspector">
          <AuditsPanel
            key={current.uri}
            uri={current.uri}
            name={current.name}
            position={Number(position) || undefined}
          />
        </div>
      </div>
    </>
  );
}

function describeSession({ uri, name, description, lastModified }: Listed): BrowseItem {
  return { key: uri, link: ["audits", name], title: name, note: description, at: lastModified };
}

function NoAudits() {
  return (
    <>
      <h1>Review</h1>
      <Empty title="No audits yet">
        <p>
          Tell your agent:{" "}
          <q>Think through this change step by step, with the code in each step.</q> Each thought
          that has code or a diff is audited. Or send one with{" "}
          <a href={linkTo("try-it", SERVER, "sequentialthinking")}>Try it</a>; a{" "}
          <code>branchId</code> keeps the audits of one session together.
        </p>
        <p class="soft">
          Audits may read the folder in which the console was started, or the one given by{" "}
          <code>--root</code>.
        </p>
      </Empty>
    </>
  );
}
