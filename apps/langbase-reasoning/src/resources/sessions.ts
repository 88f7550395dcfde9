import type { ResourceCatalog, ResourceChanges } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

const JSON_TYPE = "application/json";
const SESSIONS_URI = "reasoning://sessions";
const CHECK_EVERY_MS = 500;
const MOST_WATCHED = 100;

const sessionUri = (id: string): string => `${SESSIONS_URI}/${id}`;

/** The list of the sessions, the last used first, and each session as a whole. */
export const sessions: ResourceCatalog<Context> = {
  templates: [
    {
      uriTemplate: sessionUri("{id}"),
      name: "session",
      title: "Session",
      description: "Thoughts, branches, checkpoints, graphs and calls of a session",
      mimeType: JSON_TYPE,
    },
  ],
  async list({ store }) {
    const { listTitledSessions } = await import("../sessions/read-session.ts");
    const rows = await listTitledSessions(store);
    return {
      entries: [
        {
          uri: SESSIONS_URI,
          name: "sessions",
          title: "Sessions",
          description: "The sessions, the last used first",
          mimeType: JSON_TYPE,
        },
        ...rows.map(({ id, title }) => ({
          uri: sessionUri(id),
          name: id,
          ...(title !== null && { title }),
          mimeType: JSON_TYPE,
        })),
      ],
    };
  },
  async read(uri, { store }) {
    const { listTitledSessions, readSessionIfAny } = await import("../sessions/read-session.ts");
    if (uri === SESSIONS_URI) return json({ sessions: await listTitledSessions(store) });
    const id = uri.startsWith(`${SESSIONS_URI}/`) ? uri.slice(SESSIONS_URI.length + 1) : "";
    const session = await readSessionIfAny(store, id);
    return session && json(session);
  },
  watch: watchSessions,
};

function json(value: unknown) {
  return { mimeType: JSON_TYPE, text: JSON.stringify(value) };
}

/** Tells clients about sessions that this or another process changes. */
function watchSessions(
  { store, services: { log } }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  let seen: ReadonlyMap<string, string> | undefined;

  async function look(): Promise<void> {
    const { sessionVersions } = await import("../store/sessions.ts");
    const now = await store.read((tx) => sessionVersions(tx, MOST_WATCHED));
    const before = seen;
    seen = now;
    if (before === undefined) return;
    const changed = [...now].filter(([id, version]) => before.get(id) !== version);
    for (const [id] of changed) changes.updated(sessionUri(id));
    if (changed.length > 0) changes.updated(SESSIONS_URI);
    if (changed.some(([id]) => !before.has(id))) changes.listChanged();
  }

  const lookAgain = () =>
    look().catch((error: unknown) => log.debug("Checking for changed sessions failed.", { error }));
  void store
    .storage()
    .then((storage) => storage.follow(lookAgain, { everyMs: CHECK_EVERY_MS, signal }));
}
