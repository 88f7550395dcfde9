import { randomUUID } from "node:crypto";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning";
import { count, desc, eq, type Queries } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import { sessions, thoughts } from "./tables.ts";

export type SessionRow = typeof sessions.$inferSelect;

export function sessionStore(db: Queries, now: () => number) {
  return {
    async find(id: string): Promise<SessionRow> {
      const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
      if (row === undefined) throw notFound("session", id);
      return row;
    },

    /** The session of that id, or a new one when there is none to continue. */
    async enter(id: string | undefined, mode: ReasoningMode): Promise<SessionRow> {
      const at = now();
      if (id === undefined) {
        const row = {
          id: randomUUID(),
          mode,
          createdAt: at,
          updatedAt: at,
          metadata: null,
          activeBranchId: null,
        };
        await db.insert(sessions).values(row);
        return row;
      }
      const [row] = await db
        .update(sessions)
        .set({ updatedAt: at })
        .where(eq(sessions.id, id))
        .returning();
      if (row === undefined) throw notFound("session", id);
      return row;
    },

    async setActiveBranch(id: string, branchId: string | null): Promise<void> {
      await db
        .update(sessions)
        .set({ activeBranchId: branchId, updatedAt: now() })
        .where(eq(sessions.id, id));
    },

    /** The newest first. */
    async list(limit: number) {
      const rows = await db.select().from(sessions).orderBy(desc(sessions.updatedAt)).limit(limit);
      const counts = await db
        .select({ sessionId: thoughts.sessionId, thoughts: count() })
        .from(thoughts)
        .groupBy(thoughts.sessionId);
      const byId = new Map(counts.map((row) => [row.sessionId, row.thoughts]));
      return rows.map((row) => ({ ...row, thoughtCount: byId.get(row.id) ?? 0 }));
    },
  };
}
