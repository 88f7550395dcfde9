import { randomUUID } from "node:crypto";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";
import type { Session } from "@faculties/schemas/langbase-reasoning/session";
import { desc, eq, sql, type Transaction } from "@faculties/storage";
import { isoTime } from "../domain/iso-time.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { sessions } from "./tables.ts";

export type SessionRow = typeof sessions.$inferSelect;

const ownThoughts = sql`from thoughts where session_id = sessions.id`;

export async function findSession(tx: Transaction, id: string): Promise<SessionRow> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, id));
  if (row === undefined) throw notFound("session", id);
  return row;
}

/** The session with that id, now the last used one; a new session without an id. */
export async function enterSession(
  tx: Transaction,
  id: string | undefined,
  mode: ReasoningMode,
  now: number,
): Promise<SessionRow> {
  if (id === undefined) {
    const row = {
      id: randomUUID(),
      mode,
      createdAt: now,
      updatedAt: now,
      metadata: null,
      activeBranchId: null,
    };
    await tx.insert(sessions).values(row);
    return row;
  }
  const [row] = await tx
    .update(sessions)
    .set({ updatedAt: now })
    .where(eq(sessions.id, id))
    .returning();
  if (row === undefined) throw notFound("session", id);
  return row;
}

export async function setActiveBranch(
  tx: Transaction,
  sessionId: string,
  branchId: string | null,
  now: number,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ activeBranchId: branchId, updatedAt: now })
    .where(eq(sessions.id, sessionId));
}

export async function sessionExists(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id));
  return rows.length > 0;
}

/** How each session began: its first thought, or the problem of its first graph. */
export async function sessionTitles(
  tx: Transaction,
  ids: readonly string[],
  longest: number,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ id: string; title: string | null }>(sql`
    select id, substr(coalesce(
      (select content from thoughts where session_id = sessions.id order by position limit 1),
      (select problem from graphs where session_id = sessions.id order by position limit 1)
    ), 1, ${longest}) as title from sessions where id in ${[...ids]}`);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}

/** The newest first. */
export function listSessions(tx: Transaction, limit: number) {
  return tx
    .select({
      id: sessions.id,
      mode: sessions.mode,
      updatedAt: sessions.updatedAt,
      thoughtCount: sql<number>`(select count(*) ${ownThoughts})`,
    })
    .from(sessions)
    .orderBy(desc(sessions.updatedAt))
    .limit(limit);
}

/** A text that changes with each of the newest sessions, by id. It is read all the time, so it counts nothing. */
export async function sessionVersions(
  tx: Transaction,
  limit: number,
): Promise<Map<string, string>> {
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
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    mode: row.mode,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    metadata: row.metadata,
    active_branch_id: row.activeBranchId,
  };
}
