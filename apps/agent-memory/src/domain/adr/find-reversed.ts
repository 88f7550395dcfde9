import type { Link, LinkKind } from "../decision.ts";
import { findRecord, type Referable } from "./find-record.ts";
import type { RecordFile } from "./parse-record.ts";
import { MOST_RELATIONS } from "./record-relations.ts";
import type { RecordStatus } from "./record-status.ts";
import { statedLink } from "./resolve-links.ts";

/** A decision that an import brought in; it is called by its file. */
export type ImportedDecision = Referable & { id: string };

/** A stored link that leads the wrong way: `newId` is the older decision of the two. */
export type ReversedLink = Link & {
  /** The kind that the records state, or else the stored kind. */
  rightKind: LinkKind;
  /** The records state the opposite; otherwise only titles and numbers hint at it. */
  isStated: boolean;
  /** The status that the record of the wrongly older decision states. */
  status: RecordStatus | undefined;
};

/** Verbs that imports once took for statements when they stood in the name of a successor. */
const VERB = /replac|amend|supersed|superced|obsolet|clarif/i;

/**
 * Links between imported decisions that contradict the records. Where a file is gone, a link is suspected when the
 * record with the lower number replaces one whose title has such a verb.
 */
export function findReversed(
  decisions: readonly ImportedDecision[],
  links: readonly Link[],
  files: readonly RecordFile[],
): ReversedLink[] {
  const byId = new Map(decisions.map((one) => [one.id, one]));
  const bySource = new Map(files.map((file) => [file.source, file]));
  const stated = statedPairs(decisions, files);
  return links.flatMap((link): ReversedLink[] => {
    const newer = byId.get(link.newId);
    const older = byId.get(link.oldId);
    if (newer === undefined || older === undefined) return [];
    const { status } = bySource.get(older.source) ?? {};
    const opposite = stated.get(pair(older.source, newer.source));
    if (stated.has(pair(newer.source, older.source))) return [];
    if (opposite !== undefined) return [{ ...link, rightKind: opposite, isStated: true, status }];
    const areRead = bySource.has(newer.source) && bySource.has(older.source);
    const isSuspect =
      !areRead &&
      (newer.number ?? Infinity) < (older.number ?? -Infinity) &&
      VERB.test(older.title);
    return isSuspect ? [{ ...link, rightKind: link.kind, isStated: false, status }] : [];
  });
}

/** Every link that the files state, from the newer to the older file. */
function statedPairs(
  decisions: readonly ImportedDecision[],
  files: readonly RecordFile[],
): Map<string, LinkKind> {
  const read = new Set(files.map(({ source }) => source));
  const find = findRecord([...files, ...decisions.filter(({ source }) => !read.has(source))]);
  const stated = new Map<string, LinkKind>();
  for (const file of files)
    for (const relation of file.relations.slice(0, MOST_RELATIONS)) {
      const link = statedLink(find, file, relation);
      if (typeof link === "string") continue;
      const key = pair(link.newName, link.oldName);
      if (stated.get(key) !== "supersedes") stated.set(key, link.kind);
    }
  return stated;
}

function pair(newer: string, older: string): string {
  return `${newer}\n${older}`;
}
