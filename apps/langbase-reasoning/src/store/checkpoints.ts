import { randomUUID } from "node:crypto";
import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning/checkpoint";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import { isoTime } from "../domain/iso-time.ts";
import { notFound } from "../domain/reasoning-error.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { SessionRow } from "./sessions.ts";
import { checkpoints } from "./tables.ts";

type CheckpointRow = typeof checkpoints.$inferSelect;
type ListedCheckpoint = Omit<CheckpointRow, "snapshot" | "position">;

const listed = {
  id: checkpoints.id,
  sessionId: checkpoints.sessionId,
  branchId: checkpoints.branchId,
  name: checkpoints.name,
  description: checkpoints.description,
  thoughtCount: checkpoints.thoughtCount,
  branchCount: checkpoints.branchCount,
  graphCount: checkpoints.graphCount,
  createdAt: checkpoints.createdAt,
};

export async function findCheckpoint(tx: Transaction, id: string): Promise<CheckpointRow> {
  const [row] = await tx.select().from(checkpoints).where(eq(checkpoints.id, id));
  if (row === undefined) throw notFound("checkpoint", id);
  return row;
}

export async function addCheckpoint(
  tx: Transaction,
  session: SessionRow,
  given: { name: string; description: string | null; snapshot: Snapshot },
  now: number,
): Promise<CheckpointRow> {
  const row: CheckpointRow = {
    id: randomUUID(),
    position: await nextSequence(tx, "positions"),
    sessionId: session.id,
    branchId: session.activeBranchId,
    ...given,
    thoughtCount: given.snapshot.thoughts.length,
    branchCount: given.snapshot.branches.length,
    graphCount: given.snapshot.graphs.length,
    createdAt: now,
  };
  await tx.insert(checkpoints).values(row);
  return row;
}

/** Without their snapshots, oldest first. */
export function listCheckpoints(tx: Transaction, sessionId: string): Promise<ListedCheckpoint[]> {
  return tx
    .select(listed)
    .from(checkpoints)
    .where(eq(checkpoints.sessionId, sessionId))
    .orderBy(asc(checkpoints.position));
}

export function toCheckpointSummary(row: ListedCheckpoint): CheckpointSummary {
  return {
    id: row.id,
    session_id: row.sessionId,
    branch_id: row.branchId,
    name: row.name,
    description: row.description,
    created_at: isoTime(row.createdAt),
    thought_count: row.thoughtCount,
    branch_count: row.branchCount,
    graph_count: row.graphCount,
  };
}
