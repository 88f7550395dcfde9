import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { SessionRow } from "./session-store.ts";
import { checkpoints } from "./tables.ts";

export type CheckpointRow = typeof checkpoints.$inferSelect;
export type ListedCheckpoint = Omit<CheckpointRow, "snapshot" | "position">;

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

export function checkpointStore(tx: Transaction, now: () => number) {
  return {
    async find(id: string): Promise<CheckpointRow> {
      const [row] = await tx.select().from(checkpoints).where(eq(checkpoints.id, id));
      if (row === undefined) throw notFound("checkpoint", id);
      return row;
    },

    async add(
      session: SessionRow,
      given: { name: string; description: string | null; snapshot: Snapshot },
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
        createdAt: now(),
      };
      await tx.insert(checkpoints).values(row);
      return row;
    },

    /** Without their snapshots, oldest first. */
    all: (sessionId: string): Promise<ListedCheckpoint[]> =>
      tx
        .select(listed)
        .from(checkpoints)
        .where(eq(checkpoints.sessionId, sessionId))
        .orderBy(asc(checkpoints.position)),
  };
}
