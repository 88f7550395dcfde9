import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import { branches } from "./tables.ts";

export type BranchRow = typeof branches.$inferSelect;
export type NewBranch = Pick<BranchRow, "name" | "parentId" | "confidence" | "priority"> & {
  state?: BranchRow["state"];
};

export function branchStore(tx: Transaction, now: () => number) {
  function newRow(sessionId: string, position: number, given: NewBranch): BranchRow {
    const { name, parentId, state = "active", confidence, priority } = given;
    const at = now();
    const times = { createdAt: at, updatedAt: at };
    const place = { id: randomUUID(), position, sessionId };
    return { ...place, name, parentId, state, confidence, priority, ...times };
  }

  return {
    /** The branch of that id; when a session is given, only if it belongs to it. */
    async find(id: string, sessionId?: string): Promise<BranchRow> {
      const [row] = await tx.select().from(branches).where(eq(branches.id, id));
      if (row === undefined || (sessionId !== undefined && row.sessionId !== sessionId))
        throw notFound("branch", id, sessionId === undefined ? "" : ` in session ${sessionId}`);
      return row;
    },

    async add(sessionId: string, given: NewBranch): Promise<BranchRow> {
      const row = newRow(sessionId, await nextSequence(tx, "positions"), given);
      await tx.insert(branches).values(row);
      return row;
    },

    async addAll(sessionId: string, given: readonly NewBranch[]): Promise<BranchRow[]> {
      const first = await nextSequence(tx, "positions", given.length);
      const rows = given.map((branch, index) => newRow(sessionId, first + index, branch));
      await tx.insert(branches).values(rows);
      return rows;
    },

    async change(id: string, change: Partial<NewBranch>): Promise<void> {
      await tx
        .update(branches)
        .set({ ...change, updatedAt: now() })
        .where(eq(branches.id, id));
    },

    all: (sessionId: string): Promise<BranchRow[]> =>
      tx
        .select()
        .from(branches)
        .where(eq(branches.sessionId, sessionId))
        .orderBy(asc(branches.position)),
  };
}
