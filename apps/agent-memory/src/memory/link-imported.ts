import type { Queries } from "@faculties/storage";
import type { RecordLink } from "../domain/adr/resolve-links.ts";
import { importedDecisions } from "../store/imported.ts";
import { insertLinks, linksToSuccessors } from "../store/links.ts";

/** Stores the links between records that are decisions now; says which could not be. */
export async function linkImported(
  db: Queries,
  links: readonly RecordLink[],
  written: ReadonlyMap<string, string>,
): Promise<string[]> {
  const earlier = (await importedDecisions(db)).map(
    ({ id, source }) => [source ?? id, id] as const,
  );
  const ids = new Map([...earlier, ...written]);
  const problems: string[] = [];
  for (const { newName, oldName, kind } of links) {
    const newId = ids.get(newName);
    const oldId = ids.get(oldName);
    // One of them is a proposal or was left out: there is nothing to link yet.
    if (newId === undefined || oldId === undefined || newId === oldId) continue;
    const later = await linksToSuccessors(db, [newId]);
    if (later.some((link) => link.newId === oldId))
      problems.push(`${newName}: was replaced by ${oldName} before, so it cannot replace it.`);
    else await insertLinks(db, [{ newId, oldId, kind }]);
  }
  return problems;
}
