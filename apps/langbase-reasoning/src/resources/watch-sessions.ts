import type { ResourceChanges } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { SESSIONS_URI, sessionUri } from "./session-uri.ts";

const EVERY_MS = 500;
const MOST = 100;

/** Follows the sessions, so that clients hear of what this and other processes change. */
export function watchSessions(
  { store, services: { log } }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  let seen: ReadonlyMap<string, string> | undefined;

  async function look(): Promise<void> {
    const now = await store.read((unit) => unit.sessions.versions(MOST));
    const before = seen;
    seen = now;
    if (before === undefined) return;
    const changed = [...now].filter(([id, version]) => before.get(id) !== version);
    for (const [id] of changed) changes.updated(sessionUri(id));
    if (changed.length > 0) changes.updated(SESSIONS_URI);
    if (changed.some(([id]) => !before.has(id))) changes.listChanged();
  }

  const lookAgain = () =>
    look().catch((error: unknown) => log.debug("looking for changes failed", { error }));
  void store.storage().then((storage) => storage.follow(lookAgain, { everyMs: EVERY_MS, signal }));
}
