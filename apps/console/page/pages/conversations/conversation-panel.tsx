import { ConsensusView, dollars, duration, Markdown, wholeNumber } from "@faculties/views";
import type { Conversation, Message } from "../../domain/conversations.ts";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { Ago } from "../../parts/ago.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { CopyLink } from "../../parts/copy-link.tsx";
import { Failure } from "../../parts/failure.tsx";

const SERVER = "converse";

export function ConversationPanel({ id }: { id: string }) {
  const uri = `converse://conversations/${encodeURIComponent(id)}`;
  const { value, error } = useLive(SERVER, [uri], uri, () => readJson<Conversation>(SERVER, uri));
  if (value === undefined) return <Failure message={error} />;
  const { title, usage, messages } = value;
  return (
    <section aria-labelledby="conversation">
      <div class="title">
        <h2 id="conversation">{title}</h2>
        <div class="actions">
          <CopyButton text={() => threadMarkdown(value)} label="Copy as Markdown" />
          <CopyLink />
        </div>
      </div>
      <p class="figures">
        <span>{messages.length} messages</span>
        <span>{wholeNumber(usage.input_tokens)} tokens in</span>
        <span>{wholeNumber(usage.output_tokens)} tokens out</span>
        <span>{usage.cost_usd === undefined ? "price unknown" : dollars(usage.cost_usd)}</span>
      </p>
      <ol class="thread">
        {messages.map((message, index) => (
          <li key={index} class={`message-${message.role}`}>
            <MessageView message={message} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function MessageView({ message }: { message: Message }) {
  const {
    role,
    model,
    at,
    content,
    files = [],
    images = 0,
    usage,
    response_time_ms,
    phases,
  } = message;
  if (phases && usage && response_time_ms !== undefined)
    return <ConsensusView phases={phases} metadata={{ usage, response_time_ms }} />;
  return (
    <article class="card" aria-label={role === "user" ? "Question" : `Answer of ${model}`}>
      <p class="soft small">
        {role === "user" ? "Question" : model} · <Ago at={at} />
      </p>
      <Markdown text={content} />
      {files.length > 0 && <p class="soft small">With {files.join(", ")}</p>}
      {images > 0 && <p class="soft small">With {images} images</p>}
      {usage && response_time_ms !== undefined && (
        <p class="figures">
          <span>{wholeNumber(usage.input_tokens)} in</span>
          <span>{wholeNumber(usage.output_tokens)} out</span>
          <span>{duration(response_time_ms)}</span>
          {usage.cost_usd !== undefined && <span>{dollars(usage.cost_usd)}</span>}
        </p>
      )}
    </article>
  );
}

/** The whole thread, as one would keep it in a file. */
function threadMarkdown({ title, messages }: Conversation): string {
  const parts = messages.map(
    ({ role, model, content }) => `## ${role === "user" ? "Question" : model}\n\n${content}`,
  );
  return `# ${title}\n\n${parts.join("\n\n")}\n`;
}
