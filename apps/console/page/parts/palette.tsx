import { useEffect, useMemo, useState } from "preact/hooks";
import type { MemoryOverview } from "../domain/memory.ts";
import type { SessionEntry } from "../domain/reasoning.ts";
import { idOf, type ResourceItem } from "../domain/runs.ts";
import { call, listResources, listTools, readJson } from "../live/mcp.ts";
import { linkTo } from "../live/route.ts";
import { SERVER_NAMES } from "../servers.ts";
import { Modal } from "./modal.tsx";

type Destination = { kind: string; title: string; href: string };

const MOST = 30;
const PAGES: Readonly<Record<string, string>> = {
  overview: "Overview",
  memory: "Memory",
  reasoning: "Reasoning",
  runs: "Runs",
  conversations: "Second opinion",
  audits: "Review",
  "try-it": "Try it",
};

/** Goes to any page, decision, run, session, conversation or tool by its name. */
export function Palette({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState("");
  const [position, setPosition] = useState(0);
  const destinations = useDestinations();
  const shown = useMemo(() => matching(destinations, query), [destinations, query]);
  const chosen = Math.min(position, shown.length - 1);
  const go = (destination: Destination | undefined) => {
    if (destination === undefined) return;
    onClose();
    location.hash = destination.href;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") go(shown[chosen]);
    else if (event.key === "ArrowDown") setPosition(Math.min(chosen + 1, shown.length - 1));
    else if (event.key === "ArrowUp") setPosition(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Modal label="Go to" onClose={onClose}>
      <input
        type="text"
        class="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={chosen >= 0 ? `palette-${chosen}` : undefined}
        aria-label="Go to a page, decision, run, session, conversation or tool"
        placeholder="Go to …"
        value={query}
        onKeyDown={press}
        onInput={({ currentTarget: { value } }) => {
          setQuery(value);
          setPosition(0);
        }}
      />
      <ul class="palette" id="palette" role="listbox" aria-label="Destinations">
        {shown.map((destination, index) => (
          <li
            key={destination.href}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(destination)}
          >
            <span>{destination.title}</span> <span class="soft small">{destination.kind}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="soft">Nothing has that name.</p>}
    </Modal>
  );
}

function matching(destinations: readonly Destination[], query: string): Destination[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return destinations
    .filter(({ title, kind }) => {
      const text = `${title} ${kind}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, MOST);
}

/** The pages at once; the rest as the servers answer. */
function useDestinations(): Destination[] {
  const [found, setFound] = useState<Destination[]>(() =>
    Object.entries(PAGES).map(([name, title]) => ({ kind: "page", title, href: linkTo(name) })),
  );
  useEffect(() => {
    let isWanted = true;
    const add = (more: Destination[]) => isWanted && setFound((before) => [...before, ...more]);
    for (const load of SOURCES) load().then(add, () => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return found;
}

const SOURCES: readonly (() => Promise<Destination[]>)[] = [
  async () => {
    const { decisions } = await readJson<MemoryOverview>("agent-memory", "memory://overview");
    return decisions.map(({ id, title, target }) => ({
      kind: `decision on ${target}`,
      title,
      href: linkTo("memory", target, id),
    }));
  },
  async () => {
    const { items } = await call<{ items: ResourceItem[] }>(
      "orchestrator-resources",
      "resources_list",
      { prefix: "sc://runs/" },
    );
    return items.map((run) => ({
      kind: `run ${idOf(run)}`,
      title: String(run.metadata?.["graph_id"] ?? idOf(run)),
      href: linkTo("runs", "run", idOf(run)),
    }));
  },
  async () => {
    const uri = "reasoning://sessions";
    const { sessions } = await readJson<{ sessions: SessionEntry[] }>("langbase-reasoning", uri);
    return sessions.map(({ id, title }) => ({
      kind: "session",
      title: title ?? id,
      href: linkTo("reasoning", id),
    }));
  },
  async () =>
    (await listResources("converse", "converse://conversations/")).map(({ name, title }) => ({
      kind: "conversation",
      title: title ?? name,
      href: linkTo("conversations", name),
    })),
  async () =>
    (await listResources("gan-audit", "gan-audit://sessions/")).map(({ name }) => ({
      kind: "audits",
      title: name,
      href: linkTo("audits", name),
    })),
  ...SERVER_NAMES.map(
    (server) => async () =>
      (await listTools(server)).map(({ name }) => ({
        kind: `tool of ${server}`,
        title: name,
        href: linkTo("try-it", server, name),
      })),
  ),
];
