import { LONGEST_EXPLANATION } from "@faculties/schemas/agent-memory/text-of-at-least";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import type { RecordFile } from "../domain/adr/parse-record.ts";
import { planImport } from "../domain/adr/plan-import.ts";
import { recordNumber } from "../domain/adr/record-metadata.ts";
import type { RecordLink } from "../domain/adr/resolve-links.ts";
import type { Link } from "../domain/decision.ts";
import { LinkGraph } from "../domain/link-graph.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { commit } from "../store/commit.ts";
import { importedDecisions, importedProposals } from "../store/imported.ts";
import { allLinks, insertLinks } from "../store/links.ts";
import { type Written, writeImportedDecision, writeImportedDraft } from "./write-record.ts";

type ImportResult = Record<Written["outcome"], string[]> & { problems: string[] };

/** Imports decision records, or updates earlier imports from their files, in one transaction. */
export async function importRecords(
  context: Context,
  files: readonly RecordFile[],
): Promise<ImportResult> {
  const project = await context.project.find();
  return commit(context, async (tx) => {
    const kept = files.filter((file) => lengthOf(file) <= LONGEST_EXPLANATION);
    const { records, links, refused, problems } = planImport(kept, await alreadyImported(tx));
    for (const file of files.filter((one) => lengthOf(one) > LONGEST_EXPLANATION)) {
      refused.push(file.name);
      problems.push(
        `${file.name}: left out, because its text has ${lengthOf(file)} characters, of at most ${LONGEST_EXPLANATION}. Move attachments and logs out of it.`,
      );
    }
    const result: ImportResult = { created: [], updated: [], unchanged: [], refused, problems };
    const ids = new Map<string, string>();
    const drafts = new Set<string>();
    const entries: AuditEntry[] = [];
    // Records that are no longer in force come first, so that their target is free for the successor.
    const ordered = [
      ...records.filter(({ status }) => status !== "active"),
      ...records.filter(({ status }) => status === "active"),
    ];
    for (const record of ordered) {
      const isDraft = record.status === "draft";
      const write = isDraft ? writeImportedDraft : writeImportedDecision;
      const written = await write(tx, context, record, project);
      result[written.outcome].push(record.name);
      if (written.problem !== undefined) problems.push(`${record.name}: ${written.problem}`);
      if (isDraft) drafts.add(record.name);
      else if (written.id !== undefined) ids.set(record.name, written.id);
      if (written.id !== undefined && written.outcome !== "unchanged")
        entries.push({ action: "import", target: record.target, subjects: [written.id] });
    }
    problems.push(...(await linkImported(tx, links, { ids, drafts })));
    return { result, entries, texts: entries.flatMap(({ subjects }) => subjects) };
  });
}

function lengthOf({ rationale, consequences }: RecordFile): number {
  return consequences.reduce((sum, { length }) => sum + length, rationale.length);
}

async function alreadyImported(tx: Transaction) {
  const known = [...(await importedDecisions(tx)), ...(await importedProposals(tx))];
  return known.map(({ id, title, target, source }) => {
    const file = source ?? id;
    return { name: file, source: file, id, title, target, number: recordNumber(file, "") };
  });
}

const LINKS_PER_STATEMENT = 200;

/** The records of an import as they were stored. */
type WrittenRecords = {
  /** Decisions by the name of their record. */
  ids: ReadonlyMap<string, string>;
  /** Names of records that are proposals. */
  drafts: ReadonlySet<string>;
};

/** Stores the links between imported decisions; returns why any of them could not be stored. */
async function linkImported(
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
