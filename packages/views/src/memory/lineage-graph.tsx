import { shortened } from "../format.ts";
import { GraphView } from "../graph/graph-view.tsx";
import type { Tone } from "../tone.ts";

export type LineageDecision = {
  id: string;
  title: string;
  status: "active" | "superseded" | "deprecated" | "draft";
  origin?: "human" | "agent" | undefined;
};

export type LineageLink = { new_id: string; old_id: string; kind: "supersedes" | "amends" };

type Props = {
  decisions: readonly LineageDecision[];
  links: readonly LineageLink[];
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

const LONGEST_TITLE = 80;
const TONES: Record<LineageDecision["status"], Tone> = {
  active: "good",
  superseded: "muted",
  deprecated: "bad",
  draft: "warn",
};
export const STATUS_WORDS: Record<LineageDecision["status"], string> = {
  active: "in force",
  superseded: "superseded",
  deprecated: "deprecated",
  draft: "proposed",
};

/** How decisions on a target replaced each other, oldest on the left. */
export function LineageGraph({ decisions, links, selected, onSelect }: Props) {
  return (
    <GraphView
      label="Lineage of decisions"
      nodes={decisions.map(({ id, title, status, origin }) => ({
        id,
        title: shortened(title, LONGEST_TITLE),
        note: origin === undefined ? STATUS_WORDS[status] : `${STATUS_WORDS[status]} · ${origin}`,
        tone: TONES[status],
      }))}
      edges={links.map(({ old_id, new_id, kind }) => ({
        from: old_id,
        to: new_id,
        isDashed: kind === "amends",
        ...(kind === "amends" ? { label: "amended by" } : {}),
      }))}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
