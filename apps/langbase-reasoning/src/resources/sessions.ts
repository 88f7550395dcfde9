import type { ResourceCatalog } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { Store } from "../store/store.ts";
import { iso } from "../views/iso.ts";
import { readSessionRecord } from "../views/session-record.ts";
import { SESSIONS_URI, sessionUri } from "./session-uri.ts";
import { watchSessions } from "./watch-sessions.ts";

const JSON_TYPE = "application/json";
const MOST = 500;
const LONGEST_TITLE = 200;

/** The sessions, the last used first, and everything that is stored of each. */
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
    const rows = await listSessions(store);
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
    if (uri === SESSIONS_URI) return json({ sessions: await listSessions(store) });
    const id = uri.startsWith(`${SESSIONS_URI}/`) ? uri.slice(SESSIONS_URI.length + 1) : "";
    return store.read(async (unit) =>
      (await unit.sessions.exists(id)) ? json(await readSessionRecord(unit, id)) : undefined,
    );
  },
  watch: watchSessions,
};

async function listSessions(store: Store) {
  return store.read(async (unit) => {
    const rows = await unit.sessions.list(MOST);
    const ids = rows.map(({ id }) => id);
    const titles = await unit.sessions.titles(ids, LONGEST_TITLE);
    return rows.map(({ id, mode, updatedAt, thoughtCount }) => ({
      id,
      mode,
      title: titles.get(id) ?? null,
      updated_at: iso(updatedAt),
      thought_count: thoughtCount,
    }));
  });
}

function json(value: unknown) {
  return { mimeType: JSON_TYPE, text: JSON.stringify(value) };
}
