import type { GraphRecord, SessionRecord } from "../domain/export/session-record.ts";
import type { GraphRow } from "../store/graph-store.ts";
import type { Unit } from "../store/unit.ts";
import { branchView } from "./branch-view.ts";
import { checkpointView } from "./checkpoint-view.ts";
import { edgeView, nodeView } from "./graph-views.ts";
import { iso } from "./iso.ts";
import { detectionView, invocationView, sessionView, thoughtView } from "./session-views.ts";

/** Reads everything that is stored of a session. */
export async function readSessionRecord(unit: Unit, sessionId: string): Promise<SessionRecord> {
  const session = await unit.sessions.find(sessionId);
  const graphs: GraphRecord[] = [];
  for (const graph of await unit.graphs.all(sessionId)) graphs.push(await readGraph(unit, graph));
  return {
    session: sessionView(session),
    thoughts: (await unit.thoughts.all(sessionId)).map(thoughtView),
    branches: (await unit.branches.all(sessionId)).map(branchView),
    checkpoints: (await unit.checkpoints.all(sessionId)).map(checkpointView),
    graphs,
    detections: (await unit.detections.all(sessionId)).map(detectionView),
    preset_runs: (await unit.presetRuns.all(sessionId)).map(
      ({ id, presetId, status, results, error, createdAt }) => ({
        id,
        preset_id: presetId,
        status,
        results,
        error,
        created_at: iso(createdAt),
      }),
    ),
    invocations: (await unit.invocations.all(sessionId)).map(invocationView),
  };
}

async function readGraph(unit: Unit, graph: GraphRow): Promise<GraphRecord> {
  const nodes = await unit.nodes.all(graph.id);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = await unit.nodes.edges(graph.id);
  return {
    id: graph.id,
    problem: graph.problem,
    config: {
      max_depth: graph.maxDepth,
      max_branches: graph.maxBranches,
      prune_threshold: graph.pruneThreshold,
    },
    abandoned_on: graph.abandonedOn,
    nodes: nodes.map(nodeView),
    edges: edges.filter(({ toNode }) => ids.has(toNode)).map(edgeView),
  };
}
