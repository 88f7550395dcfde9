import { LONGEST_EXPLANATION } from "@faculties/schemas/agent-memory/text-of-at-least";
import type { Transaction } from "@faculties/storage";
import type { RecordFile } from "../domain/adr/parse-record.ts";
import { planImport } from "../domain/adr/plan-import.ts";
import { recordNumber } from "../domain/adr/record-metadata.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { importedDecisions, importedProposals } from "../store/imported.ts";
import { commit } from "./commit.ts";
import { linkImported } from "./link-imported.ts";
import type { Memory } from "./memory.ts";
import { writeImportedDraft } from "./write-imported-draft.ts";
import { type Written, writeImportedDecision } from "./write-imported-decision.ts";

export type ImportResult = Record<Written["outcome"], string[]> & { problems: string[] };

/** Brings decision records in, or up to date with their files; all of them in one transaction. */
export async function importRecords(
  memory: Memory,
  files: readonly RecordFile[],
): Promise<ImportResult> {
  return commit(memory, async (tx) => {
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
    // What is no longer in force goes first, so that its target is free for what replaced it.
    const appendAtCommit = [
      ...records.filter(({ status }) => status !== "active"),
      ...records.filter(({ status }) => status === "active"),
    ];
    for (const record of appendAtCommit) {
      const isDraft = record.status === "draft";
      const write = isDraft ? writeImportedDraft : writeImportedDecision;
      const written = await write(tx, memory, record);
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
