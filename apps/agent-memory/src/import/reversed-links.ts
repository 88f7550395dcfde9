import { basename } from "node:path";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { type ReversedLink, findReversed } from "../domain/adr/find-reversed.ts";
import { type RecordFile, parseRecord } from "../domain/adr/parse-record.ts";
import { recordNumber } from "../domain/adr/record-metadata.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { commit } from "../store/commit.ts";
import { activeOfTarget, findDecisions, setDecisionStatus } from "../store/decisions.ts";
import { importedDecisions } from "../store/imported.ts";
import { allLinks, deleteLink, insertLinks, linksOf } from "../store/links.ts";
import { readRecordFiles, textReader } from "./record-files.ts";

export type ReversedPair = ReversedLink & { newTitle: string; oldTitle: string };

/** The files that imported decisions came from. */
async function importedSources({ storage }: Context): Promise<string[]> {
  const imported = await storage.query(importedDecisions);
  return imported.flatMap(({ source }) => source ?? []);
}

/** Links in the wrong direction, judged by the current files of the records. */
export async function reversedLinks(
  { storage }: Context,
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

/** Reverses links and corrects the status of both decisions in one transaction; returns the problems that remain. */
export async function repairLinks(
  context: Context,
  files: readonly RecordFile[],
  includesSuspected: boolean,
): Promise<{ repaired: ReversedPair[]; problems: string[] }> {
  return commit(context, async (tx) => {
    const found = await readReversed(tx, files);
    const repaired = found.filter(({ isStated }) => isStated || includesSuspected);
    const problems: string[] = [];
    const entries: AuditEntry[] = [];
    for (const link of repaired) {
      await deleteLink(tx, link);
      await insertLinks(tx, [{ newId: link.oldId, oldId: link.newId, kind: link.rightKind }]);
    }
    for (const link of repaired) {
      const { target, problem } = await settleStatus(tx, context, link);
      if (problem !== undefined) problems.push(problem);
      entries.push({ action: "repair", target, subjects: [link.oldId, link.newId] });
    }
    return { result: { repaired, problems }, entries, texts: [] };
  });
}

/** The decision that was wrongly the newer one becomes superseded; the other gets the status of its record unless it was replaced too. */
async function settleStatus(tx: Transaction, { index }: Context, link: ReversedPair) {
  const { newId: formerId, oldId: successorId, rightKind } = link;
  const both = await findDecisions(tx, [formerId, successorId]);
  const former = both.find(({ id }) => id === formerId);
  const successor = both.find(({ id }) => id === successorId);
  const target = successor?.target ?? "";
  if (rightKind === "supersedes" && former !== undefined)
    await setDecisionStatus(tx, index, former, "superseded");
  const isReplaced = (await linksOf(tx, [successorId])).some(
    ({ oldId, kind }) => oldId === successorId && kind === "supersedes",
  );
  if (successor?.status !== "superseded" || isReplaced) return { target };
  const status = link.status === "deprecated" ? "deprecated" : "active";
  const [active] = await activeOfTarget(tx, successor);
  if (status === "active" && active !== undefined)
    return {
      target,
      problem: `${successorId} ("${successor.title}") stays superseded, because ${active.id} ("${active.title}") is in force on "${target}".`,
    };
  await setDecisionStatus(tx, index, successor, status);
  return { target };
}

/** Reads the records of imported decisions again, from where they were or from the given folders. */
export async function readImportedFiles(
  context: Context,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<RecordFile[]> {
  const sources = await importedSources(context);
  const moved = new Map<string, RecordFile[]>();
  if (folders.length > 0)
    for (const record of (await readRecordFiles(folders, signal)).records) {
      const key = basename(record.source);
      moved.set(key, [...(moved.get(key) ?? []), record]);
    }
  const readText = textReader();
  const files: RecordFile[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    // A file that was deleted or cannot be read any more is left out.
    const text = await readText(source).catch(() => undefined);
    const [here, another] = moved.get(basename(source)) ?? [];
    if (text !== undefined) files.push({ ...parseRecord(source, text), source });
    else if (here !== undefined && another === undefined)
      files.push({ ...here, name: source, source });
  }
  return files;
}
