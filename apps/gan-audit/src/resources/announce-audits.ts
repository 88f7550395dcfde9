import type { ResourceChanges } from "@faculties/mcp-kit";
import { historyUri } from "./history-uri.ts";

/** Reports audits that were kept: each session once, and the list when it has become longer. */
export function announceAudits(
  changes: ResourceChanges,
  audits: readonly { session: string; position: number }[],
): void {
  for (const session of new Set(audits.map((audit) => audit.session)))
    changes.updated(historyUri(session));
  if (audits.some(({ position }) => position === 1)) changes.listChanged();
}
