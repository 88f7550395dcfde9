import { ConsensusView, dollars, duration, moment, wholeNumber } from "@faculties/views";
import type { Conversation, Message } from "../../domain/conversations.ts";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { Failure } from "../../parts/failure.tsx";

const SERVER = "converse";

export function ConversationPanel({ id }: { id: string }) {
  const uri = `converse://conversations/${encodeURIComponent(id)}`;
  const { value, error } = useLive(SERVER, [uri], uri, () => readJson<Conversation>(SERVER, uri));
  if (value === undefined) return <Failure message={error} />;
  const { title, usage, messages } = value;
  return (
    <section aria-labelledby="conversation">
      <h2 id="conversation">{title}</h2>
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
        {role === "user" ? "Question" : model} · {moment(at)}
      </p>
      <p class="prose">{content}</p>
      {files.length > 0 && <p class="soft small">With {files.join(", ")}</p>}
      {images > 0 && <p class="soft small">With {images} images</p>}
      {usage && response_time_ms !== undefined && (
        <p class="figures">
          <span>{wholeNumber(usage.input_tokens)} in</span>
          <span>{wholeNumber(usage.output_tokens)} out</span>
          <span>{duration(response_time_ms)}</span>
          <span>{usage.cost_usd === undefined ? "price unknown" : dollars(usage.cost_usd)}</span>
        </p>
      )}
    </article>
  );
}
