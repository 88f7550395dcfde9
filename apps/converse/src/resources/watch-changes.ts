import type { ResourceChanges } from "@faculties/mcp-kit";
import { followLog } from "@faculties/storage";
import type { Context } from "../context.ts";
import { changesAfter, lastChange } from "../store/conversations.ts";
import { announceTo } from "./resource-uris.ts";

const EVERY_MS = 1000;

/** Follows the turns of other processes, so that clients are notified of them, until the signal aborts. */
export async function watchChanges(
  { storage, writer }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): Promise<void> {
  const announce = announceTo(changes);
  const log = {
    last: lastChange,
    after: changesAfter,
    found: (changed: Awaited<ReturnType<typeof changesAfter>>) => {
      for (const one of changed) if (one.writer !== writer) announce(one);
    },
  };
  followLog(await storage(), log, { everyMs: EVERY_MS, signal });
}
