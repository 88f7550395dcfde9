import type { LinkKind } from "../decision.ts";
import { LinkGraph } from "../link-graph.ts";
import { findRecord, type Referable } from "./find-record.ts";
import type { RecordFile } from "./parse-record.ts";

export type RecordLink = {
  newName: string;
  oldName: string;
  kind: LinkKind;
  /** The record that states it. */
  statedBy: string;
};

const MOST_RELATIONS = 500;

/** Turns the references of records into links, newer to older, each once and without cycles; says which lead nowhere. */
export function resolveLinks(
  records: readonly RecordFile[],
  others: readonly Referable[],
): { links: RecordLink[]; problems: string[] } {
  const find = findRecord([...records, ...others]);
  const graph = new LinkGraph();
  const links = new Map<string, RecordLink>();
  const problems: string[] = [];
  const add = (link: RecordLink) => {
    const { newName, oldName, kind, statedBy } = link;
    const key = `${newName}\n${oldName}`;
    if (kind === "amends" && links.has(key)) return;
    if (graph.reaches(oldName, newName)) {
      problems.push(`${statedBy}: ${newName} and ${oldName} cannot both replace each other.`);
      return;
    }
    graph.add(newName, oldName);
    links.set(key, link);
  };
  for (const { name, source, relations, unclear } of records) {
    for (const text of unclear)
      problems.push(
        `${name}: "${text}" was not taken as a link. Name the record in the status section if it is one.`,
      );
    if (relations.length > MOST_RELATIONS)
      problems.push(
        `${name}: only the first ${MOST_RELATIONS} of ${relations.length} links were read.`,
      );
    for (const { kind, reference, exact } of relations.slice(0, MOST_RELATIONS)) {
      const found = find(reference, source, exact);
      const isNewer = kind === "supersedes" || kind === "amends";
      const linkKind: LinkKind = kind.startsWith("supersede") ? "supersedes" : "amends";
      if (found === undefined) problems.push(`${name}: there is no record "${shown(reference)}".`);
      else if ("candidates" in found)
        problems.push(
          `${name}: "${shown(reference)}" could be ${found.candidates.join(" or ")}, so it was not linked.`,
        );
      else if (found.name === name)
        problems.push(
          `${name}: "${shown(reference)}" is this record itself, so it was not linked.`,
        );
      else
        add({
          newName: isNewer ? name : found.name,
          oldName: isNewer ? found.name : name,
          kind: linkKind,
          statedBy: name,
        });
    }
  }
  return { links: [...links.values()], problems };
}

const LONGEST_REFERENCE = 80;

function shown(reference: string): string {
  return reference.length > LONGEST_REFERENCE
    ? `${reference.slice(0, LONGEST_REFERENCE - 1)}…`
    : reference;
}
