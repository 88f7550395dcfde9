import type { Transaction } from "@faculties/storage";
import { findReversed, type ReversedLink } from "../domain/adr/find-reversed.ts";
import type { RecordFile } from "../domain/adr/parse-record.ts";
import { recordNumber } from "../domain/adr/record-metadata.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { activeOfTarget, findDecisions, setDecisionStatus } from "../store/decisions.ts";
import { importedDecisions } from "../store/imported.ts";
import { allLinks, deleteLink, insertLinks, linksOf } from "../store/links.ts";
import { commit } from "./commit.ts";
import type { Memory } from "./memory.ts";

export type ReversedPair = ReversedLink & { newTitle: string; oldTitle: string };

/** The files that imported decisions came from. */
export async function importedSources({ storage }: Memory): Promise<string[]> {
  const imported = await storage.query(importedDecisions);
  return imported.flatMap(({ source }) => source ?? []);
}

/** Links that lead the wrong way, judged by the records as they are now. */
export async function reversedLinks(
  { storage }: Memory,
  files: readonly RecordFile[],
): Promise<ReversedPair[]> {
  return storage.read((tx) => readReversed(tx, files));
}

async function readReversed(
  tx: Transaction,
  files: readonly RecordFile[],
): Promise<ReversedPair[]> {
  const imported = (await importedDecisions(tx)).map(({ id, title, source }) => {
    const file = source ?? id;
    return { name: file, source: file, id, title, number: recordNumber(file, "") };
  });
  const titles = new Map(imported.map(({ id, title }) => [id, title]));
  return findReversed(imported, await allLinks(tx), files).map((link) => ({
    ...link,
    newTitle: titles.get(link.newId) ?? link.newId,
    oldTitle: titles.get(link.oldId) ?? link.oldId,
  }));
}

/** Semaphore links round and gives both decisions the status that follows, all in one transaction; says what it could not do. */
export async function repairLinks(
  memory: Memory,
  files: readonly RecordFile[],
  includesSuspected: boolean,
): Promise<{ repaired: ReversedPair[]; problems: string[] }> {
  return commit(memory, async (tx) => {
    const found = await readReversed(tx, files);
    const repaired = found.filter(({ isStated }) => isStated || includesSuspected);
    const problems: string[] = [];
    const entries: AuditEntry[] = [];
    for (const link of repaired) {
      await deleteLink(tx, link);
      await insertLinks(tx, [{ newId: link.oldId, oldId: link.newId, kind: link.rightKind }]);
    }
    for (const link of repaired) {
      const { target, problem } = await settleStatus(tx, memory, link);
      if (problem !== undefined) problems.push(problem);
      entries.push({ action: "repair", target, subjects: [link.oldId, link.newId] });
    }
    return { result: { repaired, problems }, entries, texts: [] };
  });
}

/** The decision that was wrongly the newer one is replaced, the other is what its record says, unless something replaced it. */
async function settleStatus(tx: Transaction, { index }: Memory, link: ReversedPair) {
  const { newId: formerId, oldId: successorId, rightKind } = link;
  const [successor] = await findDecisions(tx, [successorId]);
  const target = successor?.target ?? "";
  if (rightKind === "supersedes") await setDecisionStatus(tx, index, formerId, "superseded");
  const isReplaced = (await linksOf(tx, [successorId])).some(
    ({ oldId, kind }) => oldId === successorId && kind === "supersedes",
  );
  if (successor?.status !== "superseded" || isReplaced) return { target };
  const status = link.status === "deprecated" ? "deprecated" : "active";
  const [active] = await activeOfTarget(tx, target);
  if (status === "active" && active !== undefined)
    return {
      target,
      problem: `${successorId} ("${successor.title}") stays superseded, because ${active.id} ("${active.title}") is in force on "${target}".`,
    };
  await setDecisionStatus(tx, index, successorId, status);
  return { target };
}
