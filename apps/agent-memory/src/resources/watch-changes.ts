import type { ResourceChanges } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { auditSince, latestAudit } from "../store/audit-log.ts";
import { announceTo } from "./announce.ts";

const EVERY_MS = 500;
const MOST_AT_ONCE = 1_000;

/** Follows the audit log, so that clients hear of what other processes change. */
export function watchChanges(
  { memory }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  const announce = announceTo(changes);
  const { storage, actor } = memory;
  let seen: number | undefined;

  async function look(): Promise<void> {
    if (seen === undefined) {
      seen = await storage.query(latestAudit);
      return;
    }
    const since = seen;
    const entries = await storage.query((db) => auditSince(db, since, MOST_AT_ONCE));
    seen = entries.at(-1)?.number ?? since;
    announce(entries.filter((entry) => entry.actor !== actor));
  }

  // A database that is busy or gone for a moment is looked at again next time.
  storage.follow(() => look().catch(() => undefined), { everyMs: EVERY_MS, signal });
}
