import { useEffect, useState } from "preact/hooks";
import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { STATUS_TONES, STATUS_WORDS } from "@faculties/views";
import { explainScore } from "../../domain/explain-score.ts";
import type { Decision } from "../../domain/memory.ts";
import { call } from "../../live/mcp.ts";
import { linkWithin, useParameter } from "../../live/route.ts";
import { Failure } from "../../parts/failure.tsx";

const PAUSE_MS = 120;
const MOST = 20;
const MODES = {
  balanced: "Balanced: one per target, decisions in force first",
  strict: "Strict: only decisions in force",
  audit: "Audit: everything that was ever decided",
};
type Mode = keyof typeof MODES;
type SearchOutcome = { found?: SearchDecisionsOutput; error?: string };

export function SearchField() {
  const [query, setQuery] = useParameter("q");
  const [mode, setMode] = useParameter("mode");
  return (
    <form class="fields" role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="grow">
        Search in any words
        <input
          type="search"
          value={query}
          placeholder="do we still use Redis?"
          onInput={({ currentTarget: { value } }) => setQuery(value)}
        />
      </label>
      <label>
        Mode
        <select value={modeOf(mode)} onChange={({ currentTarget }) => setMode(currentTarget.value)}>
          {Object.entries(MODES).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

type ResultProps = {
  query: string;
  decisions: readonly Decision[];
  current: string | undefined;
};

export function SearchResults({ query, decisions, current }: ResultProps) {
  const [mode] = useParameter("mode");
  const { found, error } = useSearch(query, modeOf(mode));
  return (
    <section class="browse-list" aria-label="Search">
      <Failure message={error} />
      {found && <Found found={found} decisions={decisions} current={current} />}
    </section>
  );
}

function Found({
  found: { results, search },
  decisions,
  current,
}: { found: SearchDecisionsOutput } & Omit<ResultProps, "query">) {
  const titles = new Map(decisions.map(({ id, title }) => [id, title]));
  return (
    <>
      <p class="soft" role="status">
        {results.length === 0 ? "Nothing matches" : `${results.length} found`}
        {search === "bm25" ? ", by words alone." : ", by words and meaning."}
      </p>
      <ul class="rows">
        {results.map((result) => (
          <li key={result.id}>
            <a
              href={linkWithin("memory", result.target ?? "", result.id)}
              aria-current={result.id === current ? "true" : undefined}
            >
              <span class="row-title">{result.title ?? result.id}</span>
              <span class={`tag tone-${STATUS_TONES[result.status]}`}>
                {STATUS_WORDS[result.status]}
              </span>
              <span class="soft">{result.target}</span>
              {(result.replaces ?? []).length > 0 && (
                <span class="preview soft">
                  replaced{" "}
                  {result.replaces?.map((old) => `“${titles.get(old.id) ?? old.title}”`).join(", ")}
                </span>
              )}
              <span class="preview soft">{result.preview}</span>
              <span class="score-words">
                <strong>{result.score.toFixed(2)}</strong> = {explainScore(result)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function modeOf(text: string): Mode {
  return text in MODES ? (text as Mode) : "balanced";
}

function useSearch(query: string, mode: Mode): SearchOutcome {
  const [outcome, setOutcome] = useState<SearchOutcome>({});
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
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
