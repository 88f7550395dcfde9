import { foldTarget } from "../project.ts";
import { assignTargets } from "./assign-targets.ts";
import type { Referable } from "./find-record.ts";
import type { ParsedRecord, RecordFile } from "./parse-record.ts";
import type { RecordStatus } from "./record-status.ts";
import { type RecordLink, resolveLinks } from "./resolve-links.ts";

export type PlannedRecord = RecordFile & { target: string; status: RecordStatus };
export type ImportPlan = {
  records: PlannedRecord[];
  links: RecordLink[];
  /** Names of records that cannot be in force together with another one. */
  refused: string[];
  problems: string[];
};
/** A record that an earlier import brought in. */
export type ImportedRecord = Referable & { target: string };

/** Plans an import: the target and status of each record, and the links between them. */
export function planImport(
  records: readonly RecordFile[],
  imported: readonly ImportedRecord[],
): ImportPlan {
  const names = new Map(records.map(({ name, source }) => [source, name]));
  const others = imported.filter(({ source }) => !names.has(source));
  const { links, problems } = resolveLinks(records, others);
  const targets = assignTargets(
    records,
    links,
    new Map(imported.map(({ name, source, target }) => [names.get(source) ?? name, target])),
  );
  const drafts = new Set(
    records.filter((record) => record.status === "draft").map(({ name }) => name),
  );
  const linked = new Set<string>();
  const replaced = new Set<string>();
  for (const { kind, newName, oldName } of links) {
    if (kind !== "supersedes") continue;
    linked.add(oldName);
    // A proposal replaces nothing before it is accepted.
    if (!drafts.has(newName)) replaced.add(oldName);
  }
  const planned: PlannedRecord[] = [];
  const refused: string[] = [];
  const taken = new Map<string, string>();
  for (const record of records) {
    const target = targets.get(record.name) ?? record.name;
    const isReplaced = replaced.has(record.name) && record.status !== "draft";
    const status = isReplaced ? "superseded" : (record.status ?? "active");
    const holder = taken.get(foldTarget(target));
    if (record.status === undefined && status === "active")
      problems.push(`${record.name}: says nothing about its status; taken as accepted.`);
    if (status === "superseded" && !linked.has(record.name) && !namesSuccessor(record))
      problems.push(`${record.name}: says that it was superseded, but not by which record.`);
    if (status === "active" && holder !== undefined) {
      problems.push(`${record.name}: left out, because ${holder} is active on "${target}" too.`);
      refused.push(record.name);
      continue;
    }
    if (status === "active") taken.set(foldTarget(target), record.name);
    planned.push({ ...record, target, status });
  }
  return { records: planned, links, refused, problems };
}

/** A successor that is not there is reported where it is looked for. */
function namesSuccessor({ relations, unclear }: ParsedRecord): boolean {
  return unclear.length > 0 || relations.some(({ kind }) => kind === "superseded-by");
}
