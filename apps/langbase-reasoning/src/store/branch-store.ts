import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Queries } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import { branches } from "./tables.ts";

export type BranchRow = typeof branches.$inferSelect;
export type NewBranch = Pick<BranchRow, "name" | "parentId" | "confidence" | "priority"> & {
  state?: BranchRow["state"];
};

export function branchStore(db: Queries, now: () => number) {
  return {
    /** The branch of that id; when a session is given, only if it belongs to it. */
    async find(id: string, sessionId?: string): Promise<BranchRow> {
      const [row] = await db.select().from(branches).where(eq(branches.id, id));
      if (row === undefined || (sessionId !== undefined && row.sessionId !== sessionId))
        throw notFound("branch", id, sessionId === undefined ? "" : ` in session ${sessionId}`);
      return row;
    },

    async add(sessionId: string, given: NewBranch): Promise<BranchRow> {
      const at = now();
      const row: BranchRow = {
        id: randomUUID(),
        position: await nextSequence(db, "positions"),
        sessionId,
        name: given.name,
        parentId: given.parentId,
        state: given.state ?? "active",
        confidence: given.confidence,
        priority: given.priority,
        createdAt: at,
        updatedAt: at,
      };
      await db.insert(branches).values(row);
      return row;
    },

    async change(id: string, change: Partial<NewBranch>): Promise<void> {
      await db
        .update(branches)
        .set({ ...change, updatedAt: now() })
        .where(eq(branches.id, id));
    },

    all: (sessionId: string): Promise<BranchRow[]> =>
      db
        .select()
        .from(branches)
        .where(eq(branches.sessionId, sessionId))
        .orderBy(asc(branches.position)),
  };
}
