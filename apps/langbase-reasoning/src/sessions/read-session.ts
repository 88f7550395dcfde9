import type { Transaction } from "@faculties/storage";
import type { GraphRecord, SessionRecord } from "../domain/export/session-record.ts";
import { isoTime } from "../domain/iso-time.ts";
import { listBranches, toBranch } from "../store/branches.ts";
import { listCheckpoints, toCheckpointSummary } from "../store/checkpoints.ts";
import { listDetections, toDetection } from "../store/detections.ts";
import { listEdges, listNodes, toGraphEdge, toGraphNode } from "../store/graph-nodes.ts";
import { type GraphRow, listGraphs } from "../store/graphs.ts";
import { listInvocations, toInvocation } from "../store/invocations.ts";
import { listPresetRuns, toPresetRun } from "../store/preset-runs.ts";
import {
  findSession,
  listSessions,
  sessionExists,
  sessionTitles,
  toSession,
} from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { listThoughts, toThought } from "../store/thoughts.ts";

const MOST_LISTED = 500;
const LONGEST_TITLE = 200;

/** Reads the whole session. */
export function readSession(store: Store, sessionId: string): Promise<SessionRecord> {
  return store.read((tx) => readRecord(tx, sessionId));
}

/** Reads the whole session; undefined if there is none with that id. */
export function readSessionIfAny(
  store: Store,
  sessionId: string,
): Promise<SessionRecord | undefined> {
  return store.read(async (tx) =>
    (await sessionExists(tx, sessionId)) ? readRecord(tx, sessionId) : undefined,
  );
}

/** The sessions with their titles, the last used first. */
export function listTitledSessions(store: Store) {
  return store.read(async (tx) => {
    const rows = await listSessions(tx, MOST_LISTED);
    const ids = rows.map(({ id }) => id);
    const titles = await sessionTitles(tx, ids, LONGEST_TITLE);
    return rows.map(({ id, mode, updatedAt, thoughtCount }) => ({
      id,
      mode,
      title: titles.get(id) ?? null,
      updated_at: isoTime(updatedAt),
      thought_count: thoughtCount,
    }));
  });
}

async function readRecord(tx: Transaction, sessionId: string): Promise<SessionRecord> {
  const session = await findSession(tx, sessionId);
  const graphs: GraphRecord[] = [];
  for (const graph of await listGraphs(tx, sessionId)) graphs.push(await readGraph(tx, graph));
  return {
    session: toSession(session),
    thoughts: (await listThoughts(tx, sessionId)).map(toThought),
    branches: (await listBranches(tx, sessionId)).map(toBranch),
    checkpoints: (await listCheckpoints(tx, sessionId)).map(toCheckpointSummary),
    graphs,
    detections: (await listDetections(tx, sessionId)).map(toDetection),
    preset_runs: (await listPresetRuns(tx, sessionId)).map(toPresetRun),
    invocations: (await listInvocations(tx, sessionId)).map(toInvocation),
  };
}

async function readGraph(tx: Transaction, graph: GraphRow): Promise<GraphRecord> {
  const nodes = await listNodes(tx, graph.id);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = await listEdges(tx, graph.id);
  return {
    id: graph.id,
    problem: graph.problem,
    config: {
      max_depth: graph.maxDepth,
      max_branches: graph.maxBranches,
      prune_threshold: graph.pruneThreshold,
    },
    abandoned_on: graph.abandonedOn,
    nodes: nodes.map(toGraphNode),
    edges: edges.filter(({ toNode }) => ids.has(toNode)).map(toGraphEdge),
  };
}
