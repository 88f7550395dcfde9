import { moment, STATUS_WORDS, type Tone } from "@faculties/views";
import type { Decision } from "../../domain/memory.ts";

export const STATUS_TONES: Record<Decision["status"], Tone> = {
  active: "good",
  superseded: "muted",
  deprecated: "bad",
  draft: "warn",
};

export function DecisionCard({ decision }: { decision: Decision }) {
  const { id, title, status, origin, rationale, consequences, created_at } = decision;
  return (
    <article class="card" aria-label={title}>
      <header class="card-head">
        <h3>{title}</h3>
        <span class={`tag tone-${STATUS_TONES[status]}`}>{STATUS_WORDS[status]}</span>
      </header>
      <p class="prose">{rationale}</p>
      {consequences.length > 0 && (
        <>
          <h4>Consequences</h4>
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        </>
      )}
      <p class="soft small">
        <code>{id}</code> · by {origin === "human" ? "a human" : "an agent"} · {moment(created_at)}
      </p>
    </article>
  );
}
