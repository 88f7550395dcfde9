import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import type { Transaction } from "@faculties/storage";
import { preview } from "../domain/preview.ts";
import type { Ranked } from "../domain/rank-candidates.ts";
import { shownTexts } from "../store/shown-texts.ts";

type SearchResult = SearchDecisionsOutput["results"][number];

/** Ranked candidates with their texts, as the contract shows them. */
export async function showResults(
  tx: Transaction,
  ranked: readonly Ranked[],
): Promise<SearchResult[]> {
  const texts = await shownTexts(
    tx,
    ranked.map(({ candidate: { id } }) => id),
  );
  return ranked.flatMap(({ candidate: { id, status, replaces }, score }) => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return {
      id,
      score: Math.round(score * 1e6) / 1e6,
      status,
      preview: preview(text),
      kind: status === "draft" ? "proposal" : "decision",
      title: text.title,
      target: text.target,
      origin: text.origin,
      ...(replaces.length > 0 && { replaces }),
    };
  });
}
