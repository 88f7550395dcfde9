import type { LinkKind } from "../decision.ts";
import { findRecord, type Referable } from "./find-record.ts";
import type { RecordFile } from "./parse-record.ts";

export type RecordLink = { newName: string; oldName: string; kind: LinkKind };

/** Turns the references of records into links, newer to older, each once and without cycles. */
export function resolveLinks(
  records: readonly RecordFile[],
  others: readonly Referable[],
): { links: RecordLink[]; problems: string[] } {
  const find = findRecord([...records, ...others]);
  const links = new Map<string, RecordLink>();
  const problems: string[] = [];
  for (const { name, source, relations } of records)
    for (const { kind, reference } of relations) {
      const other = find(reference, source);
      if (other === name) continue;
      if (other === undefined) {
        problems.push(`${name}: there is no record "${reference}".`);
        continue;
      }
      const isNewer = kind === "supersedes" || kind === "amends";
      const [newName, oldName] = isNewer ? [name, other] : [other, name];
      const linkKind: LinkKind = kind.startsWith("supersede") ? "supersedes" : "amends";
      const key = `${newName}\n${oldName}`;
      if (linkKind === "amends" && links.has(key)) continue;
      if (reaches(links, oldName, newName)) {
        problems.push(`${name}: ${newName} and ${oldName} cannot both replace each other.`);
        continue;
      }
      links.set(key, { newName, oldName, kind: linkKind });
    }
  return { links: [...links.values()], problems };
}

/** Whether following links from newer to older leads from one record to the other. */
function reaches(links: ReadonlyMap<string, RecordLink>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const { newName, oldName } of links.values()) if (newName === name) waiting.push(oldName);
  }
  return false;
}
