import { DecisionHistory } from "@faculties/views";
import type { Lineage } from "../../domain/memory.ts";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { CopyLink } from "../../parts/copy-link.tsx";
import { Failure } from "../../parts/failure.tsx";

type Props = { target: string; selected: string | undefined };

/** How the decisions on a target came to replace each other. */
export function LineagePanel({ target, selected }: Props) {
  const uri = `memory://lineages/${encodeURIComponent(target)}`;
  const { value, error } = useLive("agent-memory", [uri], uri, () =>
    readJson<Lineage>("agent-memory", uri),
  );
  if (value === undefined) return <Failure message={error} />;
  const { decisions, links } = value;
  const shown = decisions.find(({ id }) => id === selected) ?? decisions.at(-1);
  return (
    <section aria-labelledby="lineage">
      <div class="title">
        <h2 id="lineage">{target}</h2>
        <div class="actions">
          {shown && (
            <CopyButton text={() => recordMarkdown(target, shown)} label="Copy as Markdown" />
          )}
          <CopyLink />
        </div>
      </div>
      <DecisionHistory decisions={decisions} links={links} selected={shown?.id} />
    </section>
  );
}

type Recorded = Lineage["decisions"][number];

/** A decision in the form of a decision record. */
function recordMarkdown(target: string, { title, status, rationale, consequences }: Recorded) {
  const points = consequences.map((point) => `- ${point}`).join("\n");
  const more = points === "" ? "" : `\n## Consequences\n\n${points}\n`;
  return `# ${title}\n\n## Status\n\n${status}\n\n## Context\n\n${target}\n\n## Decision\n\n${rationale}\n${more}`;
}
