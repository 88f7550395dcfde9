import type { PageProps } from "../app.tsx";
import { type Listed, listResources } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { useLive } from "../live/use-live.ts";
import { type BrowseItem, BrowseList } from "../parts/browse-list.tsx";
import { Empty } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { ConversationPanel } from "./conversations/conversation-panel.tsx";
import { MetricsTable } from "./conversations/metrics-table.tsx";

const SERVER = "converse";
const METRICS = "converse://metrics";

export function Conversations({ route: [asked] }: PageProps) {
  const { value, error } = useLive(SERVER, [METRICS], METRICS, () =>
    listResources(SERVER, "converse://conversations/"),
  );
  if (value === undefined) return <Failure message={error} />;
  const id = asked || value[0]?.name;
  if (id === undefined) return <NoConversations />;
  return (
    <>
      <h1>Second opinion</h1>
      <Failure message={error} />
      <div class="browse">
        <BrowseList label="Conversations" items={value.map(describeThread)} current={id} />
        <div class="stack">
          <ConversationPanel key={id} id={id} />
          <MetricsTable uri={METRICS} />
        </div>
      </div>
    </>
  );
}

function describeThread({ name, title, lastModified }: Listed): BrowseItem {
  const isConsensus = name.startsWith("consensus_");
  return {
    key: name,
    link: ["conversations", name],
    title: title ?? name,
    status: isConsensus ? { word: "consensus", tone: "accent" } : { word: "chat", tone: "plain" },
    at: lastModified,
  };
}

function NoConversations() {
  return (
    <>
      <h1>Second opinion</h1>
      <Empty title="No conversations yet">
        <p>
          Ask your agent: <q>Get a second opinion on this plan from two other models.</q> Or ask one
          yourself with <a href={linkTo("try-it", SERVER, "chat")}>chat</a>, several at once with{" "}
          <a href={linkTo("try-it", SERVER, "consensus")}>consensus</a>.
        </p>
        <p class="soft">
          That needs a key such as OPENAI_API_KEY, or a local model:
          COMPATIBLE_BASE_URL=http://127.0.0.1:11434 for Ollama.
        </p>
      </Empty>
    </>
  );
}
