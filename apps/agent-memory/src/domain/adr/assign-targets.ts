import { foldTarget } from "../fold-target.ts";
import type { ParsedRecord } from "./parse-record.ts";
import type { RecordLink } from "./resolve-links.ts";
import { slug } from "./slug.ts";

/**
 * Records that were replaced by exactly one other share its target, so that a chain has one history. The
 * target is what a record of the chain says, or else the title of the oldest.
 */
export function assignTargets(
  records: readonly ParsedRecord[],
  links: readonly RecordLink[],
  knownTargets: ReadonlyMap<string, string>,
): Map<string, string> {
  const groups = new Map<string, ParsedRecord[]>();
  for (const record of records) {
    const end = endOf(record.name, links);
    groups.set(end, [...(groups.get(end) ?? []), record]);
  }
  const targets = new Map<string, string>();
  const taken = new Set<string>();
  for (const [end, members] of groups) {
    const [oldest] = members.toSorted(byAge);
    const wanted = knownTarget(end, members, links, knownTargets) ?? slug(oldest?.title ?? end);
    const target = freeTarget(wanted, oldest?.number ?? 2, taken);
    taken.add(foldTarget(target));
    for (const { name, target: own } of members) targets.set(name, own ?? target);
  }
  return targets;
}

/** Two records that are called alike are about two things; numbers keep these apart. */
function freeTarget(wanted: string, number: number, taken: ReadonlySet<string>): string {
  let target = wanted;
  for (let next = number; taken.has(foldTarget(target)); next += 1) target = `${wanted}-${next}`;
  return target;
}

function endOf(name: string, links: readonly RecordLink[]): string {
  const successors = links.filter((link) => link.kind === "supersedes" && link.oldName === name);
  const [only] = successors;
  return only !== undefined && successors.length === 1 ? endOf(only.newName, links) : name;
}

function knownTarget(
  end: string,
  members: readonly ParsedRecord[],
  links: readonly RecordLink[],
  knownTargets: ReadonlyMap<string, string>,
): string | undefined {
  const names = new Set([end, ...members.map(({ name }) => name)]);
  const older = links
    .filter(({ newName, kind }) => kind === "supersedes" && names.has(newName))
    .map(({ oldName }) => oldName);
  const known = [...names, ...older].map((name) => knownTargets.get(name));
  return members.map(({ target }) => target).find(Boolean) ?? known.find(Boolean);
}

function byAge(left: ParsedRecord, right: ParsedRecord): number {
  return (
    (left.number ?? Infinity) - (right.number ?? Infinity) || (left.name < right.name ? -1 : 1)
  );
}
