import { randomUUID } from "node:crypto";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning";
import { desc, eq, type Transaction, sql } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import { sessions } from "./tables.ts";

export type SessionRow = typeof sessions.$inferSelect;

const ownThoughts = sql`from thoughts where session_id = sessions.id`;

export function sessionStore(tx: Transaction, now: () => number) {
  return {
    async find(id: string): Promise<SessionRow> {
      const [row] = await tx.select().from(sessions).where(eq(sessions.id, id));
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
        await tx.insert(sessions).values(row);
        return row;
      }
      const [row] = await tx
        .update(sessions)
        .set({ updatedAt: at })
        .where(eq(sessions.id, id))
        .returning();
      if (row === undefined) throw notFound("session", id);
      return row;
    },

    async setActiveBranch(id: string, branchId: string | null): Promise<void> {
      await tx
        .update(sessions)
        .set({ activeBranchId: branchId, updatedAt: now() })
        .where(eq(sessions.id, id));
    },

    async exists(id: string): Promise<boolean> {
      const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id));
      return rows.length > 0;
    },

    /** What each session began with: its first thought, or the problem of its first graph. */
    async titles(ids: readonly string[], longest: number): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await tx.all<{ id: string; title: string | null }>(sql`
        select id, substr(coalesce(
          (select content from thoughts where session_id = sessions.id order by position limit 1),
          (select problem from graphs where session_id = sessions.id order by position limit 1)
        ), 1, ${longest}) as title from sessions where id in ${[...ids]}`);
      return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
    },

    /** The newest first. */
    list: (limit: number) =>
      tx
        .select({
          id: sessions.id,
          mode: sessions.mode,
          updatedAt: sessions.updatedAt,
          thoughtCount: sql<number>`(select count(*) ${ownThoughts})`,
        })
        .from(sessions)
        .orderBy(desc(sessions.updatedAt))
        .limit(limit),

    /** What changes with each of the newest, by id; asked all the time, so that nothing is counted. */
    async versions(limit: number): Promise<Map<string, string>> {
      const rows = await tx
        .select({
          id: sessions.id,
          updatedAt: sessions.updatedAt,
          position: sql`(select max(position) ${ownThoughts})`,
        })
        .from(sessions)
        .orderBy(desc(sessions.updatedAt))
        .limit(limit);
      return new Map(rows.map((row) => [row.id, `${row.updatedAt} ${row.position}`]));
    },
  };
}
