import type { PageProps } from "../app.tsx";
import { listResources } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { AuditsPanel } from "./audits/audits-panel.tsx";

const SERVER = "gan-audit";

export function Audits({ route: [asked, position] }: PageProps) {
  const { value, error } = useLive(SERVER, ["gan-audit://sessions"], "sessions", () =>
    listResources(SERVER),
  );
  if (value === undefined) return <Failure message={error} />;
  const current = value.find(({ name }) => name === asked) ?? value[0];
  if (current === undefined) return <NoAudits />;
  return (
    <>
      <h1>Audits</h1>
      <Failure message={error} />
      <div class="browse">
        <aside aria-label="Sessions">
          <h2>Sessions</h2>
          <ul class="links">
            {value.map(({ uri, name, description }) => (
              <li key={uri}>
                <a href={linkTo("audits", name)} aria-current={uri === current.uri}>
                  <span>{name}</span>
                  <span class="soft small">{description}</span>
                </a>
              </li>
            ))}
          </ul>
        </aside>
        <AuditsPanel
          key={current.uri}
          uri={current.uri}
          name={current.name}
          position={Number(position) || undefined}
        />
      </div>
    </>
  );
}

function NoAudits() {
  return (
    <>
      <h1>Audits</h1>
      <Empty title="No audits yet">
        <p>
          A thought that holds code or a diff is audited: from an agent, or from{" "}
          <a href={linkTo("try-it", SERVER, "sequentialthinking")}>Try it</a>. Give it a{" "}
          <code>branchId</code> to see the trend of a session.
        </p>
        <p class="soft">
          Audits may read the folder in which the console was started, or the one given by{" "}
          <code>--root</code>.
        </p>
      </Empty>
    </>
  );
}
