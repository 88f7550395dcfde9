import { moment, shortened } from "@faculties/views";
import type { PageProps } from "../app.tsx";
import { modeWord, type SessionEntry } from "../domain/reasoning.ts";
import { readJson } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
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
        <aside aria-label="Sessions">
          <h2>Sessions</h2>
          <ul class="links">
            {sessions.map((session) => (
              <li key={session.id}>
                <a href={linkTo("reasoning", session.id)} aria-current={session.id === id}>
                  <span>{shortened(session.title ?? session.id, 80)}</span>
                  <span class="soft small">
                    {modeWord(session.mode)} · {moment(session.updated_at)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </aside>
        <SessionPanel key={id} id={id} />
      </div>
    </>
  );
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
