import type { ResourceChanges } from "@faculties/mcp-kit";
import { followLog } from "@faculties/storage";
import type { Context } from "../context.ts";
import { auditSince, latestAudit } from "../store/audit-log.ts";
import { announceTo } from "./resource-uris.ts";

const EVERY_MS = 500;

/** Follows the audit log, so that clients are notified of changes by other processes. */
export function watchChanges(
  { storage, actor }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  const announce = announceTo(changes);
  followLog(
    storage,
    {
      last: latestAudit,
      after: auditSince,
      found: (entries) => announce(entries.filter((entry) => entry.actor !== actor)),
    },
    { everyMs: EVERY_MS, signal },
  );
}
