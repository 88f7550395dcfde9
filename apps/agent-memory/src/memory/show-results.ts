import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory";
import type { Queries } from "@faculties/storage";
import { preview } from "../domain/preview.ts";
import type { Ranked } from "../domain/rank-candidates.ts";
import { findDecisions } from "../store/decisions.ts";
import { findProposals } from "../store/proposals.ts";

type SearchResult = SearchDecisionsOutput["results"][number];

/** Ranked candidates with their texts, as the contract shows them. */
export async function showResults(db: Queries, ranked: readonly Ranked[]): Promise<SearchResult[]> {
  const ids = ranked.map(({ candidate: { id } }) => id);
  const draftIds = ids.filter((id) => id.startsWith("prop_"));
  const decisions = new Map((await findDecisions(db, ids)).map((one) => [one.id, one]));
  const proposals = new Map((await findProposals(db, draftIds)).map((one) => [one.id, one]));
  return ranked.flatMap(({ candidate: { id, status, replaces }, score }) => {
    const record = decisions.get(id) ?? proposals.get(id);
    if (record === undefined) return [];
    const { title, target, origin } = record;
    return {
      id,
      score: Math.round(score * 1e6) / 1e6,
      status,
      preview: preview(record),
      kind: decisions.has(id) ? "decision" : "proposal",
      title,
      target,
      origin,
      ...(replaces.length > 0 && { replaces }),
    };
  });
}
