import { and, asc, eq, isNull, type Transaction } from "@faculties/storage";
import { groupBy } from "@faculties/std";
import type { Snapshot } from "../domain/snapshot.ts";
import type { SessionRow } from "./sessions.ts";
import { newestThought } from "./thoughts.ts";
import { branches, graphNodes, graphs, thoughts } from "./tables.ts";

/** The session as it is now. */
export async function takeSnapshot(tx: Transaction, session: SessionRow): Promise<Snapshot> {
  const newest = await newestThought(tx, session.id, session.activeBranchId);
  const thoughtRows = await tx
    .select({ id: thoughts.id, branchId: thoughts.branchId })
    .from(thoughts)
    .where(eq(thoughts.sessionId, session.id))
    .orderBy(asc(thoughts.position));
  const branchRows = await tx
    .select()
    .from(branches)
    .where(eq(branches.sessionId, session.id))
    .orderBy(asc(branches.position));
  const nodeRows = await tx
    .select({
      graphId: graphNodes.graphId,
      id: graphNodes.id,
      score: graphNodes.score,
      isActive: graphNodes.isActive,
      isTerminal: graphNodes.isTerminal,
    })
    .from(graphNodes)
    .innerJoin(graphs, eq(graphs.id, graphNodes.graphId))
    .where(
      and(
        eq(graphs.sessionId, session.id),
        isNull(graphs.abandonedOn),
        isNull(graphNodes.abandonedOn),
      ),
    )
    .orderBy(asc(graphNodes.position));
  const byGraph = groupBy(nodeRows, ({ graphId }) => graphId);
  return {
    active_branch_id: session.activeBranchId,
    tip: newest?.id ?? null,
    thoughts: thoughtRows.map(({ id, branchId }) => [id, branchId]),
    branches: branchRows.map(({ id, name, parentId, state, confidence, priority }) => ({
      id,
      name,
      parent_id: parentId,
      state,
      confidence,
      priority,
    })),
    graphs: [...byGraph].map(([id, nodes]) => ({
      id,
      nodes: nodes.map((node) => [
        node.id,
        node.score,
        node.isActive ? 1 : 0,
        node.isTerminal ? 1 : 0,
      ]),
    })),
  };
}
