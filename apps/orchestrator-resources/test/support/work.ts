import { readFileSync } from "node:fs";
import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type {
  ChildSnapshot,
  StartedChild,
} from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { PlanJoinOutput } from "@faculties/schemas/orchestrator-resources/plan-join";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type {
  RunSnapshot,
  StartedRun,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { type TestServer, waitUntil } from "@faculties/testkit";

type Caller = Pick<TestServer, "callOk">;

/** A child that runs this text with Node. */
export function script(text: string, more: Record<string, unknown> = {}) {
  return { command: process.execPath, args: ["-e", text], ...more };
}

/** The attributes of a node that runs this text with Node. */
export function scriptNode(text: string, more: Record<string, unknown> = {}) {
  return { kind: "child", command: process.execPath, args: JSON.stringify(["-e", text]), ...more };
}

/** Runs until it is told otherwise. */
export const IDLE = "setInterval(() => {}, 1000)";

export async function startChild(server: Caller, spec: Record<string, unknown>) {
  return server.callOk<StartedChild & { idempotent?: boolean }>("child_create", spec);
}

export async function endOf(server: Caller, childId: string): Promise<ChildSnapshot> {
  return waitUntil(
    async () => {
      const child = await server.callOk<ChildSnapshot>("child_status", { child_id: childId });
      return child.ended_at === null ? undefined : child;
    },
    { what: `the end of ${childId}`, timeoutMs: 15_000 },
  );
}

/** Starts a child and waits for its end. */
export async function runChild(server: Caller, spec: Record<string, unknown>) {
  const { child_id } = await startChild(server, spec);
  return endOf(server, child_id);
}

/** Everything that a stream has, by looping as the contract says. */
export async function watchAll<Event = ResourceRunEvent>(
  server: Caller,
  uri: string,
  { limit = 500, fromSeq = 0 } = {},
): Promise<Event[]> {
  const all: Event[] = [];
  for (let from_seq = fromSeq; ;) {
    const page = await server.callOk<{ events: Event[]; next_seq: number }>("resources_watch", {
      uri,
      from_seq,
      limit,
    });
    if (page.events.length === 0) return all;
    all.push(...page.events);
    from_seq = page.next_seq;
  }
}

export async function linesOf(
  server: Caller,
  childId: string,
  stream = "stdout",
): Promise<string[]> {
  const entries = await watchAll<ResourceChildLogEntry>(server, `sc://children/${childId}/logs`);
  return entries.filter((entry) => entry.stream === stream).map(({ message }) => message);
}

type Node = { id: string; attributes?: Record<string, unknown> };

export async function createGraph(
  server: Caller,
  graphId: string,
  nodes: (string | Node)[],
  edges: [string, string][] = [],
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await server.callOk("graph_create", {
    name: graphId,
    graph_id: graphId,
    nodes: nodes.map((node) => (typeof node === "string" ? { id: node } : node)),
    edges: edges.map(([from, to]) => ({ from, to })),
    metadata,
  });
}

export async function startRun(
  server: Caller,
  graphId: string,
  more: Record<string, unknown> = {},
) {
  return server.callOk<StartedRun>("plan_run", { graph_id: graphId, ...more });
}

export async function joinRun(server: Caller, runId: string): Promise<RunSnapshot> {
  const { runs } = await server.callOk<PlanJoinOutput>("plan_join", {
    run_ids: [runId],
    include_nodes: true,
    timeout_ms: 20_000,
  });
  return runs[0] as RunSnapshot;
}

/** Runs a graph to its end. */
export async function runGraph(
  server: Caller,
  graphId: string,
  more: Record<string, unknown> = {},
) {
  const { run_id } = await startRun(server, graphId, more);
  return joinRun(server, run_id);
}

/** Whether a process still does anything; one that only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !stat.slice(stat.lastIndexOf(")")).startsWith(") Z");
  } catch {
    return false;
  }
}

export async function whenGone(pid: number): Promise<void> {
  await waitUntil(() => !isAlive(pid), { what: `the end of process ${pid}` });
}
