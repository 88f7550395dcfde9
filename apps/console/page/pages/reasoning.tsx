import type { PageProps } from "../app.tsx";
import { modeWord, type SessionEntry } from "../domain/reasoning.ts";
import { readJson } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { type BrowseItem, BrowseList } from "../parts/browse-list.tsx";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { SessionPanel } from "./reasoning/session-panel.tsx";

const SERVER = "langbase-reasoning";
const SESSIONS = "reasoning://sessions";

export function Reasoning({ route: [asked] }: PageProps) {
  const { value, error } = useLive(SERVER, [SESSIONS], SESSIONS, () =>
    readJson<{ sessions: SessionEntry[] }>(SERVER, SESSIONS),
  );
  if (value === undefined) return <Failure message={error} />;
  const { sessions } = value;
  const id = asked || sessions[0]?.id;
  if (id === undefined) return <NoSessions />;
  return (
    <>
      <h1>Reasoning</h1>
      <Failure message={error} />
      <div class="browse">
        <BrowseList label="Sessions" items={sessions.map(describeSession)} current={id} />
        <div class="inspector">
          <SessionPanel key={id} id={id} />
        </div>
      </div>
    </>
  );
}

function describeSession({ id, title, mode, updated_at }: SessionEntry): BrowseItem {
  const word = modeWord(mode);
  return {
    key: id,
    link: ["reasoning", id],
    title: title ?? id,
    status: { word, tone: "plain" },
    at: updated_at,
  };
}

function NoSessions() {
  return (
    <>
      <h1>Reasoning</h1>
      <Empty title="No sessions yet">
        <p>
          Every call of a reasoning tool opens or continues a session. Two need no model at all:{" "}
          <a href={linkTo("try-it", SERVER, "reasoning_make_decision")}>
            decide between alternatives
          </a>{" "}
          with given scores, or{" "}
          <a href={linkTo("try-it", SERVER, "reasoning_probabilistic")}>update a probability</a>.
        </p>
        <p class="soft">
          For the others set LANGBASE_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL in the environment
          of the console.
        </p>
      </Empty>
    </>
  );
}
