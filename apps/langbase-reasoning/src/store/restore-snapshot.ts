import { and, eq, inArray, isNull, type Transaction } from "@faculties/storage";
import { groupBy } from "@faculties/std";
import type { GraphState, Snapshot } from "../domain/snapshot.ts";
import {
  addBranch,
  type BranchRow,
  changeBranch,
  listBranches,
  type NewBranch,
} from "./branches.ts";
import { inPages } from "./in-pages.ts";
import type { NodeRow } from "./graph-nodes.ts";
import type { SessionRow } from "./sessions.ts";
import { branches, graphNodes, graphs, sessions, thoughts } from "./tables.ts";

type Later = {
  thoughts: { id: string; confidence: number; branchId: string | null }[];
  branches: BranchRow[];
  graphs: string[];
  nodes: string[];
};

/** Restores the session, and keeps everything later on a new abandoned branch, whose id it returns. */
export async function restoreSnapshot(
  tx: Transaction,
  session: SessionRow,
  snapshot: Snapshot,
  name: string,
  now: number,
): Promise<string | null> {
  const later = await findLater(tx, session.id, snapshot);
  const abandoned = isNothing(later)
    ? null
    : await abandon(tx, { sessionId: session.id, snapshot, name, later, now });
  await restoreThoughts(tx, session.id, snapshot);
  await restoreBranches(tx, session.id, snapshot, now);
  await restoreGraphs(tx, session.id, snapshot);
  await tx
    .update(sessions)
    .set({ activeBranchId: snapshot.active_branch_id, updatedAt: now })
    .where(eq(sessions.id, session.id));
  return abandoned;
}

async function findLater(tx: Transaction, sessionId: string, snapshot: Snapshot): Promise<Later> {
  const known = {
    thoughts: new Set(snapshot.thoughts.map(([id]) => id)),
    branches: new Set(snapshot.branches.map(({ id }) => id)),
    graphs: new Set(snapshot.graphs.map(({ id }) => id)),
    nodes: new Set(snapshot.graphs.flatMap(({ nodes }) => nodes.map(([id]) => id))),
  };
  const thoughtRows = await tx
    .select({ id: thoughts.id, confidence: thoughts.confidence, branchId: thoughts.branchId })
    .from(thoughts)
    .where(eq(thoughts.sessionId, sessionId));
  const branchRows = await tx.select().from(branches).where(eq(branches.sessionId, sessionId));
  const graphRows = await tx
    .select({ id: graphs.id })
    .from(graphs)
    .where(and(eq(graphs.sessionId, sessionId), isNull(graphs.abandonedOn)));
  const nodeRows = await tx
    .select({ id: graphNodes.id, graphId: graphNodes.graphId })
    .from(graphNodes)
    .innerJoin(graphs, eq(graphs.id, graphNodes.graphId))
    .where(and(eq(graphs.sessionId, sessionId), isNull(graphNodes.abandonedOn)));
  return {
    thoughts: thoughtRows.filter(
      ({ id, branchId }) =>
        !known.thoughts.has(id) && (branchId === null || known.branches.has(branchId)),
    ),
    branches: branchRows.filter(
      ({ id, state }) => !known.branches.has(id) && state !== "abandoned",
    ),
    graphs: graphRows.map(({ id }) => id).filter((id) => !known.graphs.has(id)),
    nodes: nodeRows
      .filter(({ id, graphId }) => known.graphs.has(graphId) && !known.nodes.has(id))
      .map(({ id }) => id),
  };
}

function isNothing(later: Later): boolean {
  return Object.values(later).every((list) => list.length === 0);
}

type Abandonment = {
  sessionId: string;
  snapshot: Snapshot;
  name: string;
  later: Later;
  now: number;
};

async function abandon(
  tx: Transaction,
  { sessionId, snapshot, name, later, now }: Abandonment,
): Promise<string> {
  const confidences = later.thoughts.map(({ confidence }) => confidence);
  const total = confidences.reduce((sum, confidence) => sum + confidence, 0);
  const branch: NewBranch = {
    name: `After checkpoint ${name}`,
    parentId: snapshot.active_branch_id,
    state: "abandoned",
    confidence: confidences.length === 0 ? 0 : total / confidences.length,
    priority: 0,
  };
  const { id } = await addBranch(tx, sessionId, branch, now);
  const newBranches = new Set(later.branches.map((added) => added.id));
  for (const { id: addedId, parentId } of later.branches) {
    const isTop = parentId === null || !newBranches.has(parentId);
    const change = { state: "abandoned", parentId: isTop ? id : parentId } as const;
    await changeBranch(tx, addedId, change, now);
  }
  await inPages(
    later.thoughts.map((thought) => thought.id),
    (ids) => tx.update(thoughts).set({ branchId: id }).where(inArray(thoughts.id, ids)),
  );
  await inPages(later.graphs, (ids) =>
    tx.update(graphs).set({ abandonedOn: id }).where(inArray(graphs.id, ids)),
  );
  await inPages(later.nodes, (ids) =>
    tx.update(graphNodes).set({ abandonedOn: id }).where(inArray(graphNodes.id, ids)),
  );
  return id;
}

async function restoreThoughts(
  tx: Transaction,
  sessionId: string,
  snapshot: Snapshot,
): Promise<void> {
  const rows = await tx
    .select({ id: thoughts.id, branchId: thoughts.branchId })
    .from(thoughts)
    .where(eq(thoughts.sessionId, sessionId));
  const present = new Map(rows.map(({ id, branchId }) => [id, branchId]));
  const moved = snapshot.thoughts.filter(([id, branchId]) => present.get(id) !== branchId);
  for (const [branchId, group] of groupBy(moved, ([, target]) => target))
    await inPages(
      group.map(([id]) => id),
      (ids) => tx.update(thoughts).set({ branchId }).where(inArray(thoughts.id, ids)),
    );
}

async function restoreBranches(
  tx: Transaction,
  sessionId: string,
  snapshot: Snapshot,
  now: number,
): Promise<void> {
  const present = new Map((await listBranches(tx, sessionId)).map((row) => [row.id, row]));
  for (const { id, parent_id: parentId, ...was } of snapshot.branches) {
    const is = present.get(id);
    const same =
      is?.name === was.name &&
      is.parentId === parentId &&
      is.state === was.state &&
      is.confidence === was.confidence &&
      is.priority === was.priority;
    if (!same) await changeBranch(tx, id, { ...was, parentId }, now);
  }
}

async function restoreGraphs(
  tx: Transaction,
  sessionId: string,
  snapshot: Snapshot,
): Promise<void> {
  await inPages(
    snapshot.graphs.map(({ id }) => id),
    (ids) =>
      tx
        .update(graphs)
        .set({ abandonedOn: null })
        .where(and(eq(graphs.sessionId, sessionId), inArray(graphs.id, ids))),
  );
  for (const graph of snapshot.graphs) {
    const rows = await tx.select().from(graphNodes).where(eq(graphNodes.graphId, graph.id));
    await restoreNodes(tx, graph, new Map(rows.map((row) => [row.id, row])));
  }
}

async function restoreNodes(
  tx: Transaction,
  graph: GraphState,
  present: ReadonlyMap<string, NodeRow>,
): Promise<void> {
  const changed = graph.nodes.filter(([id, score, active, terminal]) => {
    const is = present.get(id);
    return (
      is?.score !== score ||
      is.isActive !== (active === 1) ||
      is.isTerminal !== (terminal === 1) ||
      is.abandonedOn !== null
    );
  });
  // Many nodes share a state, so a large graph needs few statements.
  for (const nodes of groupBy(changed, ([, ...state]) => state.join()).values()) {
    const [, score, active, terminal] = nodes[0] ?? ["", null, 1, 0];
    const state = { score, isActive: active === 1, isTerminal: terminal === 1, abandonedOn: null };
    await inPages(
      nodes.map(([id]) => id),
      (ids) => tx.update(graphNodes).set(state).where(inArray(graphNodes.id, ids)),
    );
  }
}
