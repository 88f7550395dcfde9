import type { Transaction } from "@faculties/storage";
import type { RecordLink } from "../domain/adr/resolve-links.ts";
import type { Link } from "../domain/decision.ts";
import { LinkGraph } from "../domain/link-graph.ts";
import { importedDecisions } from "../store/imported.ts";
import { allLinks, insertLinks } from "../store/links.ts";

const LINKS_PER_STATEMENT = 200;

/** What became of the records of an import. */
export type WrittenRecords = {
  /** Decisions by the name of their record. */
  ids: ReadonlyMap<string, string>;
  /** Names of records that are proposals. */
  drafts: ReadonlySet<string>;
};

/** Stores the links between records that are decisions now; says which could not be stored, and why. */
export async function linkImported(
  tx: Transaction,
  links: readonly RecordLink[],
  { ids: written, drafts }: WrittenRecords,
): Promise<string[]> {
  const earlier = (await importedDecisions(tx)).map(
    ({ id, source }) => [source ?? id, id] as const,
  );
  const ids = new Map([...earlier, ...written]);
  const graph = new LinkGraph();
  for (const { newId, oldId } of await allLinks(tx)) graph.add(newId, oldId);
  const problems: string[] = [];
  const added: Link[] = [];
  for (const { newName, oldName, kind, statedBy } of links) {
    const newId = ids.get(newName);
    const oldId = ids.get(oldName);
    if (newId === undefined || oldId === undefined) {
      const missing = newId === undefined ? newName : oldName;
      const reason = drafts.has(missing) ? "is a proposal" : "was left out";
      problems.push(`${statedBy}: not linked, because ${missing} ${reason}.`);
    } else if (newId === oldId)
      problems.push(`${statedBy}: not linked, because ${newName} and ${oldName} are one decision.`);
    else if (graph.reaches(oldId, newId))
      problems.push(
        `${newName}: was replaced by ${oldName} before, so it cannot replace it. If an earlier import turned the link round, agent-memory repair-links shows it.`,
      );
    else {
      graph.add(newId, oldId);
      added.push({ newId, oldId, kind });
    }
  }
  for (let start = 0; start < added.length; start += LINKS_PER_STATEMENT)
    await insertLinks(tx, added.slice(start, start + LINKS_PER_STATEMENT));
  return problems;
}
