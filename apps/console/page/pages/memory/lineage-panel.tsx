import { useState } from "preact/hooks";
import { LineageGraph } from "@faculties/views";
import type { Lineage } from "../../domain/memory.ts";
import { readJson } from "../../live/mcp.ts";
import { linkTo } from "../../live/route.ts";
import { useLive } from "../../live/use-live.ts";
import { Failure } from "../../parts/failure.tsx";
import { DecisionCard } from "./decision-card.tsx";

/** How the decisions on a target came to replace each other. */
export function LineagePanel({ target }: { target: string }) {
  const uri = `memory://lineages/${encodeURIComponent(target)}`;
  const { value, error } = useLive("agent-memory", [uri], uri, () =>
    readJson<Lineage>("agent-memory", uri),
  );
  const [selected, setSelected] = useState<string>();
  if (value === undefined) return <Failure message={error} />;
  const { decisions, links } = value;
  const shown =
    decisions.find(({ id }) => id === selected) ??
    decisions.find(({ status }) => status === "active") ??
    decisions.at(-1);
  return (
    <section aria-labelledby="lineage">
      <div class="title">
        <h2 id="lineage">{target}</h2>
        <a href={linkTo("memory")}>Close</a>
      </div>
      <div class="split">
        <LineageGraph
          decisions={decisions}
          links={links}
          selected={shown?.id}
          onSelect={setSelected}
        />
        {shown && <DecisionCard decision={shown} />}
      </div>
    </section>
  );
}
