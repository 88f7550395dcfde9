import type { PageProps } from "../app.tsx";
import { listResources } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { ConversationPanel } from "./conversations/conversation-panel.tsx";
import { MetricsTable } from "./conversations/metrics-table.tsx";

const SERVER = "converse";
const METRICS = "converse://metrics";

export function Conversations({ route: [asked] }: PageProps) {
  const { value, error } = useLive(SERVER, [METRICS], METRICS, async () =>
    (await listResources(SERVER)).filter(({ uri }) => uri !== METRICS),
  );
  if (value === undefined) return <Failure message={error} />;
  const id = asked || value[0]?.name;
  if (id === undefined) return <NoConversations />;
  return (
    <>
      <h1>Conversations</h1>
      <Failure message={error} />
      <div class="browse">
        <aside aria-label="Conversations">
          <h2>Threads</h2>
          <ul class="links">
            {value.map(({ name, title }) => (
              <li key={name}>
                <a href={linkTo("conversations", name)} aria-current={name === id}>
                  <span>{title ?? name}</span>
                  <span class="soft small">
                    {name.startsWith("consensus_") ? "consensus" : "chat"}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </aside>
        <div class="stack">
          <ConversationPanel key={id} id={id} />
          <MetricsTable uri={METRICS} />
        </div>
      </div>
    </>
  );
}

function NoConversations() {
  return (
    <>
      <h1>Conversations</h1>
      <Empty title="No conversations yet">
        <p>
          Ask a model with <a href={linkTo("try-it", SERVER, "chat")}>chat</a>, or several at once
          with <a href={linkTo("try-it", SERVER, "consensus")}>consensus</a>.
        </p>
        <p class="soft">
          That needs a key such as OPENAI_API_KEY, or a local model:
          COMPATIBLE_BASE_URL=http://127.0.0.1:11434 for Ollama.
        </p>
      </Empty>
    </>
  );
}
