import type { ResourceChanges } from "@faculties/mcp-kit";
import { foldTarget } from "../domain/project.ts";
import type { AuditEntry } from "../store/audit-log.ts";

const SCHEME = "memory://";

/** Everything at a glance, for programs. */
export const OVERVIEW_URI = `${SCHEME}overview`;

export type ResourceAddress = {
  kind: "decisions" | "proposals" | "targets" | "lineages";
  name: string;
};

export function decisionUri(id: string): string {
  return `${SCHEME}decisions/${id}`;
}

export function proposalUri(id: string): string {
  return `${SCHEME}proposals/${id}`;
}

export function targetUri(target: string): string {
  return `${SCHEME}targets/${encodeURIComponent(wellFormed(target))}`;
}

/** The same lineage as that of the target, for programs. */
function lineageUri(target: string): string {
  return `${SCHEME}lineages/${encodeURIComponent(wellFormed(target))}`;
}

/** The addresses at which a change of these records and this target is reported. */
function urisOfChange(subjects: readonly string[], target: string): string[] {
  const records = subjects.map((id) =>
    id.startsWith("prop_") ? proposalUri(id) : decisionUri(id),
  );
  const folded = foldTarget(target);
  return [...records, targetUri(folded), lineageUri(folded), OVERVIEW_URI];
}

/** Changes of a target are reported under one spelling of its URI. */
export function reportedUri(uri: string): string {
  const address = readUri(uri);
  if (address?.kind === "targets") return targetUri(foldTarget(address.name));
  return address?.kind === "lineages" ? lineageUri(foldTarget(address.name)) : uri;
}

export function readUri(uri: string): ResourceAddress | undefined {
  const { kind, name } =
    /^memory:\/\/(?<kind>decisions|proposals|targets|lineages)\/(?<name>.+)$/.exec(uri)?.groups ??
    {};
  if (kind === undefined || name === undefined) return undefined;
  return { kind: kind as ResourceAddress["kind"], name: decode(name) };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray percent sign belongs to the name.
    return name;
  }
}

/** Half a surrogate pair has no percent-encoding; it is stored, and addressed, as the replacement character. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Reports committed changes to the clients that subscribed. */
export function announceTo(changes: ResourceChanges) {
  return (entries: readonly Pick<AuditEntry, "subjects" | "target">[]): void => {
    if (entries.length === 0) return;
    for (const { subjects, target } of entries)
      for (const uri of urisOfChange(subjects, target)) changes.updated(uri);
    changes.listChanged();
  };
}
