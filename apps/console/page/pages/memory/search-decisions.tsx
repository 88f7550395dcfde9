import { useEffect, useState } from "preact/hooks";
import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { STATUS_WORDS } from "@faculties/views";
import { explainScore } from "../../domain/explain-score.ts";
import { call } from "../../live/mcp.ts";
import { linkTo } from "../../live/route.ts";
import { Failure } from "../../parts/failure.tsx";
import { STATUS_TONES } from "./decision-card.tsx";

const PAUSE_MS = 200;
const MOST = 20;
const MODES = {
  balanced: "Balanced: one per target, what is in force first",
  strict: "Strict: only what is in force",
  audit: "Audit: everything that was ever decided",
};
type Mode = keyof typeof MODES;
type SearchOutcome = { found?: SearchDecisionsOutput; error?: string };

export function SearchDecisions({ onSearch }: { onSearch(isSearching: boolean): void }) {
  const [query, setQuery] = useState("");
  const [mode, setMode] = useState<Mode>("balanced");
  const { found, error } = useSearch(query.trim(), mode);
  return (
    <section aria-label="Search">
      <form class="fields" role="search" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Search in any words
          <input
            type="search"
            value={query}
            placeholder="do we still use Redis?"
            onInput={({ currentTarget: { value } }) => {
              setQuery(value);
              onSearch(value.trim() !== "");
            }}
          />
        </label>
        <label>
          Mode
          <select
            value={mode}
            onChange={({ currentTarget }) => setMode(currentTarget.value as Mode)}
          >
            {Object.entries(MODES).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </form>
      <Failure message={error} />
      {query.trim() !== "" && found && <Results found={found} />}
    </section>
  );
}

function Results({ found: { results, search } }: { found: SearchDecisionsOutput }) {
  return (
    <>
      <p class="soft" role="status">
        {results.length === 0 ? "Nothing found" : `${results.length} found`}
        {search === "bm25" ? ", by words alone." : ", by words and meaning."}
      </p>
      <ul class="rows">
        {results.map((result) => (
          <li key={result.id}>
            <a href={linkTo("memory", result.target ?? "")}>
              <span class={`tag tone-${STATUS_TONES[result.status]}`}>
                {STATUS_WORDS[result.status]}
              </span>
              <span class="row-title">{result.title ?? result.id}</span>
              <span class="soft">{result.target}</span>
              <span class="score-words">
                <strong>{result.score.toFixed(2)}</strong> = {explainScore(result)}
              </span>
              <span class="preview soft">{result.preview}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function useSearch(query: string, mode: Mode): SearchOutcome {
  const [outcome, setOutcome] = useState<SearchOutcome>({});
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      if (query === "") return setOutcome({});
      call<SearchDecisionsOutput>("agent-memory", "search_decisions", {
        query,
        mode,
        limit: MOST,
      }).then(
        (found) => isWanted && setOutcome({ found }),
        (reason: unknown) => isWanted && setOutcome({ error: (reason as Error).message }),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [query, mode]);
  return outcome;
}
