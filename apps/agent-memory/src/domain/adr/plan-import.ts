import { foldTarget } from "../fold-target.ts";
import { assignTargets } from "./assign-targets.ts";
import type { Referable } from "./find-record.ts";
import type { ParsedRecord } from "./parse-record.ts";
import type { RecordStatus } from "./record-status.ts";
import { type RecordLink, resolveLinks } from "./resolve-links.ts";

export type PlannedRecord = ParsedRecord & { target: string; status: RecordStatus };
export type ImportPlan = { records: PlannedRecord[]; links: RecordLink[]; problems: string[] };
/** A record that an earlier import brought in. */
export type ImportedRecord = Referable & { target: string };

/** What importing these records means: the target and status of each, and what replaced what. */
export function planImport(
  records: readonly ParsedRecord[],
  imported: readonly ImportedRecord[],
): ImportPlan {
  const names = new Set(records.map(({ name }) => name));
  const others = imported.filter(({ name }) => !names.has(name));
  const { links, problems } = resolveLinks(records, others);
  const targets = assignTargets(
    records,
    links,
    new Map(imported.map(({ name, target }) => [name, target])),
  );
  const drafts = new Set(
    records.filter((record) => record.status === "draft").map(({ name }) => name),
  );
  const planned: PlannedRecord[] = [];
  const taken = new Map<string, string>();
  for (const record of records) {
    const target = targets.get(record.name) ?? record.name;
    const status = statusOf(record, links, drafts);
    const holder = taken.get(foldTarget(target));
    if (record.status === undefined && status === "active")
      problems.push(`${record.name}: says nothing about its status; taken as accepted.`);
    if (status === "active" && holder !== undefined) {
      problems.push(`${record.name}: left out, because ${holder} is active on "${target}" too.`);
      continue;
    }
    if (status === "active") taken.set(foldTarget(target), record.name);
    planned.push({ ...record, target, status });
  }
  return { records: planned, links, problems };
}

/** A proposal replaces nothing before it is accepted. */
function statusOf(
  { name, status }: ParsedRecord,
  links: readonly RecordLink[],
  drafts: ReadonlySet<string>,
): RecordStatus {
  const isReplaced = links.some(
    (link) => link.kind === "supersedes" && link.oldName === name && !drafts.has(link.newName),
  );
  return isReplaced && status !== "draft" ? "superseded" : (status ?? "active");
}
