import { useEffect, useState } from "preact/hooks";
import { STATE_TONES, STATUS_TONES, STATUS_WORDS, type Tone } from "@faculties/views";
import { type Activity, merged } from "../../domain/activity.ts";
import type { MemoryOverview } from "../../domain/memory.ts";
import { modeWord, type SessionEntry } from "../../domain/reasoning.ts";
import { idOf, type ResourceItem } from "../../domain/runs.ts";
import { call, listResources, readJson } from "../../live/mcp.ts";

const RECENT = 50;

const EVERY_MS = 3_000;

/**
 * The latest things of all five servers, and those that wait for a person. They are asked again and again: five streams
 * would take all connections that a browser allows to one host.
 */
export function useActivity(): { latest: Activity[]; waiting: Activity[]; isLoaded: boolean } {
  const memory = useRepeatedly(readMemory);
  const runs = useRepeatedly(listRuns);
  const sessions = useRepeatedly(readSessions);
  const threads = useRepeatedly(listThreads);
  const audits = useRepeatedly(listAudits);

  const decided = memory?.decisions.map(({ id, title, target, status, created_at }): Activity => ({
    key: id,
    page: "Memory",
    title,
    link: ["memory", target, id],
    at: created_at,
    status: { word: STATUS_WORDS[status], tone: STATUS_TONES[status] },
  }));
  const proposed = memory?.proposals.map(({ id, title, acceptable_at }): Activity => ({
    key: id,
    page: "Memory",
    title,
    link: ["memory"],
    at: acceptable_at,
    status: { word: "to review", tone: "warn" },
  }));
  const ran = runs?.map(describeRun);
  const thought = sessions?.sessions.map(({ id, title, mode, updated_at }): Activity => ({
    key: id,
    page: "Reasoning",
    title: title ?? id,
    link: ["reasoning", id],
    at: Date.parse(updated_at),
    status: { word: modeWord(mode), tone: "plain" },
  }));
  const asked = changed(threads, "Second opinion", "conversations");
  const audited = changed(audits, "Review", "audits");
  return {
    latest: merged([decided, ran, thought, asked, audited]),
    waiting: merged([proposed, ran?.filter(({ status }) => status?.word === "failed").slice(0, 5)]),
    isLoaded: memory !== undefined && runs !== undefined,
  };
}

const readMemory = () => readJson<MemoryOverview>("agent-memory", "memory://overview");
const readSessions = () =>
  readJson<{ sessions: SessionEntry[] }>("langbase-reasoning", "reasoning://sessions");
const listThreads = () => listResources("converse", "converse://conversations/");
const listAudits = () => listResources("gan-audit", "gan-audit://sessions/");

function useRepeatedly<Value>(load: () => Promise<Value>): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const again = () => {
      if (isWanted) timer = setTimeout(ask, EVERY_MS);
    };
    const ask = () => {
      if (document.hidden) return again();
      // A server that does not answer keeps what it said last; its health says why.
      load()
        .then(
          (found) => isWanted && setValue(found),
          () => undefined,
        )
        .finally(again);
    };
    ask();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [load]);
  return value;
}

async function listRuns(): Promise<ResourceItem[]> {
  const { items } = await call<{ items: ResourceItem[] }>(
    "orchestrator-resources",
    "resources_list",
    { prefix: "sc://runs/" },
  );
  const createdAt = ({ metadata }: ResourceItem) => Number(metadata?.["created_at"] ?? 0);
  return items.toSorted((left, right) => createdAt(right) - createdAt(left)).slice(0, RECENT);
}

function describeRun(run: ResourceItem): Activity {
  const id = idOf(run);
  const { state = "", graph_id = id, created_at = 0 } = run.metadata ?? {};
  const word = String(state);
  return {
    key: id,
    page: "Runs",
    title: String(graph_id),
    link: ["runs", "run", id],
    at: Number(created_at),
    status: { word, tone: (STATE_TONES as Record<string, Tone>)[word] ?? "plain" },
  };
}

function changed(
  listed: Awaited<ReturnType<typeof listResources>> | undefined,
  page: Activity["page"],
  path: string,
): Activity[] | undefined {
  return listed?.flatMap(({ uri, name, title, lastModified }) =>
    lastModified === undefined
      ? []
      : [
          {
            key: uri,
            page,
            title: title ?? name,
            link: [path, name],
            at: Date.parse(lastModified),
          },
        ],
  );
}
