import type { ResourceChanges } from "@faculties/mcp-kit";
import { followLog } from "@faculties/storage";
import type { Context } from "../context.ts";
import { auditsAfter, lastAuditNumber } from "../store/audits-in-order.ts";
import { announceAudits } from "./announce-audits.ts";

const EVERY_MS = 500;

/** Follows the audits, so that clients hear of those that other processes make. */
export function watchAudits(
  { storage, audits: { writer } }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  followLog(
    storage,
    {
      last: lastAuditNumber,
      after: auditsAfter,
      found: (audits) =>
        announceAudits(
          changes,
          audits.filter((audit) => audit.writer !== writer),
        ),
    },
    { everyMs: EVERY_MS, signal },
  );
}
