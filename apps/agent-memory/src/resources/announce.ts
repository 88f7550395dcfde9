import type { ResourceChanges } from "@faculties/mcp-kit";
import type { AuditEntry } from "../store/audit-log.ts";
import { urisOfChange } from "./resource-uris.ts";

/** Reports committed changes to the clients that subscribed. */
export function announceTo(changes: ResourceChanges) {
  return (entries: readonly Pick<AuditEntry, "subjects" | "target">[]): void => {
    if (entries.length === 0) return;
    for (const { subjects, target } of entries)
      for (const uri of urisOfChange(subjects, target)) changes.updated(uri);
    changes.listChanged();
  };
}
