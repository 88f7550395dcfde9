import type { Transaction } from "@faculties/storage";
import { followSuccessors } from "../domain/follow-successors.ts";
import type { Candidate } from "../domain/rank-candidates.ts";
import { linksToSuccessors } from "../store/links.ts";
import { decisionStandings, draftStandings } from "../store/standings.ts";

/** The records that matched, and for each one that was replaced the decision that stands in its place now. */
export async function loadCandidates(
  tx: Transaction,
  scores: ReadonlyMap<string, number>,
): Promise<Candidate[]> {
  const ids = [...scores.keys()];
  const matched = await decisionStandings(tx, ids);
  const replaced = matched.filter(({ status }) => status === "superseded").map(({ id }) => id);
  const successors = followSuccessors(replaced, await linksToSuccessors(tx, replaced));
  const led = new Map<string, string[]>();
  for (const [old, ends] of successors)
    for (const end of ends) if (end !== old) led.set(end, [...(led.get(end) ?? []), old]);
  const missing = [...led.keys()].filter((id) => !scores.has(id));
  const brought = await decisionStandings(tx, missing);
  const drafts = await draftStandings(
    tx,
    ids.filter((id) => id.startsWith("prop_")),
  );
  return [...matched, ...brought, ...drafts].map((standing) => {
    const replaces = (led.get(standing.id) ?? []).toSorted();
    const bases = [standing.id, ...replaces].map((id) => scores.get(id) ?? 0);
    return { ...standing, base: Math.max(...bases), replaces };
  });
}
