import type { LinkKind } from "../decision.ts";
import { LinkGraph } from "../link-graph.ts";
import { findRecord, type Referable } from "./find-record.ts";
import type { RecordFile } from "./parse-record.ts";
import { MOST_RELATIONS, type Relation } from "./record-relations.ts";

export type RecordLink = {
  newName: string;
  oldName: string;
  kind: LinkKind;
  /** The record that states it. */
  statedBy: string;
};

/** Makes links, newer to older, of the references of records, each once and without cycles; reports those that lead nowhere. */
export function resolveLinks(
  records: readonly RecordFile[],
  others: readonly Referable[],
): { links: RecordLink[]; problems: string[] } {
  const find = findRecord([...records, ...others]);
  const graph = new LinkGraph();
  const links = new Map<string, RecordLink>();
  /** Stores a link, or says why it cannot be one. */
  const add = (link: RecordLink): string | undefined => {
    const { newName, oldName, kind } = link;
    const key = `${newName}\n${oldName}`;
    if (kind === "amends" && links.has(key)) return undefined;
    if (graph.reaches(oldName, newName))
      return `${newName} and ${oldName} cannot both replace each other.`;
    graph.add(newName, oldName);
    links.set(key, link);
    return undefined;
  };
  const problems: string[] = [];
  for (const record of records) {
    const { name, relations, unclear } = record;
    const found = unclear.map(
      (text) =>
        `"${shown(text)}" was not taken as a link. If it is one, name the record in the status section.`,
    );
    for (const relation of relations.slice(0, MOST_RELATIONS)) {
      const link = statedLink(find, record, relation);
      const problem = typeof link === "string" ? link : add(link);
      if (problem !== undefined) found.push(problem);
    }
    if (relations.length > MOST_RELATIONS)
      found.unshift(`only the first ${MOST_RELATIONS} of its links were read.`);
    if (found.length > MOST_PROBLEMS)
      found.splice(MOST_PROBLEMS, Infinity, `${found.length - MOST_PROBLEMS} more like these.`);
    for (const problem of found) problems.push(`${name}: ${problem}`);
  }
  return { links: [...links.values()], problems };
}

/** The link that a relation of a record states, or why it states none. */
export function statedLink(
  find: ReturnType<typeof findRecord>,
  { name, source }: RecordFile,
  { kind, reference, exact }: Relation,
): RecordLink | string {
  const found = find(reference, source, exact);
  if (found === undefined) return `there is no record "${shown(reference)}".`;
  if ("candidates" in found)
    return `"${shown(reference)}" could be ${found.candidates.join(" or ")}, so it was not linked.`;
  if (found.name === name)
    return `"${shown(reference)}" is this record itself, so it was not linked.`;
  const isNewer = kind === "supersedes" || kind === "amends";
  return {
    newName: isNewer ? name : found.name,
    oldName: isNewer ? found.name : name,
    kind: kind.startsWith("supersede") ? "supersedes" : "amends",
    statedBy: name,
  };
}

/** Of one record. */
const MOST_PROBLEMS = 20;
const LONGEST_REFERENCE = 80;

function shown(reference: string): string {
  return reference.length > LONGEST_REFERENCE
    ? `${reference.slice(0, LONGEST_REFERENCE - 1)}…`
    : reference;
}
