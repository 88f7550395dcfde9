import type { EvidenceItem } from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import { tidy } from "./numbers.ts";
import { counted } from "./words.ts";

/** One assessment as a model gives it. */
export type Assessed = {
  source_credibility?: number | undefined;
  relevance?: number | undefined;
  corroboration?: string | undefined;
  notes?: string | undefined;
};

// The middle of the contract's range of typical credibility.
const TYPICAL: Record<NonNullable<EvidenceItem["source_type"]>, number> = {
  primary: 0.9,
  secondary: 0.75,
  tertiary: 0.55,
  expert: 0.65,
  anecdotal: 0.35,
};
const UNKNOWN = 0.5;

export type ItemAssessment = {
  content: string;
  source_credibility: number;
  relevance: number;
  corroboration: string;
  notes: string;
};

/** The model's assessment of each item, in order. Typical values of the type of source fill the gaps. */
export function assessItems(
  evidence: readonly EvidenceItem[],
  assessed: readonly (Assessed | undefined)[],
) {
  let gaps = 0;
  const items = evidence.map(({ content, source_type }, index): ItemAssessment => {
    const said = assessed[index] ?? {};
    if (said.source_credibility === undefined || said.relevance === undefined) gaps += 1;
    return {
      content,
      source_credibility: said.source_credibility ?? (source_type ? TYPICAL[source_type] : UNKNOWN),
      relevance: said.relevance ?? UNKNOWN,
      corroboration: said.corroboration ?? "Not assessed",
      notes: said.notes ?? "",
    };
  });
  const notes =
    gaps > 0
      ? [
          `${counted(gaps, "item")} not fully assessed; the credibility typical for the source and a relevance of ${UNKNOWN} stand in.`,
        ]
      : [];
  return { items, notes };
}

/** The mean credibility, weighted by relevance. */
export function overallCredibility(items: readonly ItemAssessment[]): number {
  const relevance = items.reduce((sum, item) => sum + item.relevance, 0);
  const weightOf = (item: ItemAssessment) =>
    relevance > 0 ? item.relevance / relevance : 1 / items.length;
  return tidy(items.reduce((sum, item) => sum + item.source_credibility * weightOf(item), 0));
}
