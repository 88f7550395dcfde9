import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { STATUS_TONES } from "./decision-history.tsx";
import { STATUS_WORDS } from "./lineage-graph.tsx";

type Result = SearchDecisionsOutput["results"][number];

/** The decisions that a search found, one card each, with what they replaced. */
export function FoundDecisions({ results }: Pick<SearchDecisionsOutput, "results">) {
  if (results.length === 0) return <p class="soft">No decision was found.</p>;
  return (
    <ol class="found">
      {results.map((result) => (
        <FoundDecision key={result.id} result={result} />
      ))}
    </ol>
  );
}

function FoundDecision({ result }: { result: Result }) {
  const { id, title, target, status, origin, preview, replaces = [] } = result;
  return (
    <li>
      <article class="found-card" aria-label={title ?? id}>
        <h3>{title ?? id}</h3>
        <p>
          <span class={`tag tone-${STATUS_TONES[status]}`}>{STATUS_WORDS[status]}</span>{" "}
          <span class="soft small">
            {target}
            {origin !== undefined && ` · by ${origin === "human" ? "a human" : "an agent"}`}
          </span>
        </p>
        <p class="prose">{preview}</p>
        {replaces.length > 0 && (
          <p class="soft small">Replaced {replaces.map((old) => `“${old.title}”`).join(", ")}</p>
        )}
      </article>
    </li>
  );
}
