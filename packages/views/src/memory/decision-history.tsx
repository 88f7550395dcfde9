import { useState } from "preact/hooks";
import { SentenceDifferences } from "../diff/sentence-differences.tsx";
import { moment } from "../format.ts";
import { Markdown } from "../text/markdown.tsx";
import type { Tone } from "../tone.ts";
import { type LineageDecision, type LineageLink, STATUS_WORDS } from "./lineage-graph.tsx";

export type HistoryDecision = LineageDecision & {
  rationale: string;
  consequences: readonly string[];
  created_at: number;
};

type Props = {
  decisions: readonly HistoryDecision[];
  links: readonly LineageLink[];
  /** The one that is open at first. */
  selected?: string | undefined;
};

export const STATUS_TONES: Record<LineageDecision["status"], Tone> = {
  active: "good",
  superseded: "muted",
  deprecated: "bad",
  draft: "warn",
};
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The decisions on a target, newest first: how long each was in force, and why the next one replaced it. */
export function DecisionHistory({ decisions, links, selected }: Props) {
  const byAge = decisions.toSorted((left, right) => left.created_at - right.created_at);
  const [oldest] = byAge;
  const latest = byAge.at(-1);
  const [asOf, setAsOf] = useState<number>();
  if (oldest === undefined || latest === undefined) return null;
  const shown = byAge.filter(({ created_at }) => asOf === undefined || created_at <= asOf);
  return (
    <div class="history">
      {byAge.length > 1 && (
        <label class="as-of">
          As of {asOf === undefined ? "today" : moment(asOf)}
          <input
            type="range"
            min={oldest.created_at}
            max={latest.created_at}
            value={asOf ?? latest.created_at}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              setAsOf(valueAsNumber >= latest.created_at ? undefined : valueAsNumber)
            }
          />
        </label>
      )}
      <ol>
        {shown.toReversed().map((decision) => (
          <Version
            key={decision.id}
            decision={decision}
            replaced={replacedBy(decision, shown, links)}
            previous={previousOf(decision, shown, links)}
            isOpen={decision.id === (selected ?? shown.at(-1)?.id)}
          />
        ))}
      </ol>
    </div>
  );
}

type VersionProps = {
  decision: HistoryDecision;
  replaced: HistoryDecision | undefined;
  previous: HistoryDecision | undefined;
  isOpen: boolean;
};

function Version({ decision, replaced, previous, isOpen }: VersionProps) {
  const { title, status, origin, rationale, consequences, created_at, id } = decision;
  // As of an earlier day it may still have been in force.
  const standing = status === "superseded" && replaced === undefined ? "active" : status;
  return (
    <li class={`tone-${STATUS_TONES[standing]}`}>
      <article aria-label={title}>
        <details open={isOpen}>
          <summary>
            <strong>{title}</strong>{" "}
            <span class={`tag tone-${STATUS_TONES[standing]}`}>{STATUS_WORDS[standing]}</span>
            <span class="soft small history-time">
              {replaced
                ? `in force for ${days(replaced.created_at - created_at)}, replaced by “${replaced.title}”`
                : `since ${moment(created_at)}`}
            </span>
          </summary>
          <Markdown text={rationale} />
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
          {replaced && (
            <p>
              <strong>Replaced because:</strong> {replaced.rationale}
            </p>
          )}
          {previous && (
            <details>
              <summary>What changed since “{previous.title}”</summary>
              <SentenceDifferences before={previous.rationale} after={rationale} />
            </details>
          )}
          <p class="soft small">
            <code>{id}</code>
            {origin !== undefined && ` · by ${origin === "human" ? "a human" : "an agent"}`} ·{" "}
            {moment(created_at)}
          </p>
        </details>
      </article>
    </li>
  );
}

function replacedBy(
  { id }: HistoryDecision,
  all: readonly HistoryDecision[],
  links: Props["links"],
) {
  const next = links.find(({ old_id, kind }) => old_id === id && kind === "supersedes");
  return all.find((one) => one.id === next?.new_id);
}

function previousOf(
  { id }: HistoryDecision,
  all: readonly HistoryDecision[],
  links: Props["links"],
) {
  const before = links.find(({ new_id }) => new_id === id);
  return all.find((one) => one.id === before?.old_id);
}

function days(ms: number): string {
  const count = Math.round(ms / DAY_MS);
  if (count >= 1) return `${count} day${count === 1 ? "" : "s"}`;
  const hours = Math.round((ms / DAY_MS) * 24);
  return hours >= 1 ? `${hours} hour${hours === 1 ? "" : "s"}` : "less than an hour";
}
