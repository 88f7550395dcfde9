import { ScoreTrend, type Tone, VERDICT_TONES } from "@faculties/views";
import type { AuditHistory } from "../../domain/audits.ts";
import { readJson } from "../../live/mcp.ts";
import { linkTo } from "../../live/route.ts";
import { useLive } from "../../live/use-live.ts";
import { Ago } from "../../parts/ago.tsx";
import { Failure } from "../../parts/failure.tsx";
import { ReviewPanel } from "./review-panel.tsx";

const SERVER = "gan-audit";
const DIRECTIONS: Record<AuditHistory["trend"]["direction"], { words: string; tone: Tone }> = {
  improving: { words: "improving", tone: "good" },
  steady: { words: "steady", tone: "info" },
  declining: { words: "declining", tone: "bad" },
  varying: { words: "up and down", tone: "warn" },
  new: { words: "first audit", tone: "muted" },
};

type Props = { uri: string; name: string; position: number | undefined };

/** The audits of a session: where the scores go, and the review of one of them. */
export function AuditsPanel({ uri, name, position }: Props) {
  const { value, error } = useLive(SERVER, [uri], uri, () => readJson<AuditHistory>(SERVER, uri));
  if (value === undefined) return <Failure message={error} />;
  const { audits, trend } = value;
  const shown = audits.find((audit) => audit.position === position) ?? audits.at(-1);
  const { words, tone } = DIRECTIONS[trend.direction];
  return (
    <section class="stack" aria-labelledby="session">
      <div class="title">
        <h2 id="session">{name}</h2>
        <span class={`tag tone-${tone}`}>
          {words}
          {trend.change !== 0 && ` ${trend.change > 0 ? "+" : "−"}${Math.abs(trend.change)}`}
        </span>
      </div>
      {audits.length > 1 && <ScoreTrend audits={audits} />}
      <ul class="rows short-list" aria-label="Audits">
        {audits.toReversed().map((audit) => (
          <li key={audit.position}>
            <a href={linkTo("audits", name, String(audit.position))} aria-current={audit === shown}>
              <span class="soft">#{audit.position}</span>
              <span class={`tag tone-${VERDICT_TONES[audit.verdict] ?? "plain"}`}>
                {audit.verdict}
              </span>
              <span class="row-title">{audit.overall}</span>
              <span>
                {audit.findings} finding{audit.findings === 1 ? "" : "s"}
              </span>
              <span class="soft">
                <Ago at={audit.at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shown && (
        <ReviewPanel
          key={shown.position}
          uri={uri.replace(/\/history$/, `/audits/${shown.position}`)}
          session={value.session}
        />
      )}
    </section>
  );
}
