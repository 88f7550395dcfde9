import { randomUUID } from "node:crypto";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";
import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";
import { and, asc, count, desc, eq, isNull, sql, type Transaction } from "@faculties/storage";
import { isoTime } from "../domain/iso-time.ts";
import { notFound } from "../domain/reasoning-error.ts";
import type { SessionRow } from "./sessions.ts";
import { thoughts } from "./tables.ts";

export type ThoughtRow = typeof thoughts.$inferSelect;

export type EarlierThought = Pick<ThoughtRow, "id" | "content">;

export type NewThought = {
  content: string;
  confidence: number;
  mode: ReasoningMode;
  /** The end of its line when left out. */
  parentId?: string | null;
  /** The session's active branch when left out. */
  branchId?: string | null;
  metadata?: Record<string, unknown>;
};

export async function findThought(tx: Transaction, id: string): Promise<ThoughtRow> {
  const [row] = await tx.select().from(thoughts).where(eq(thoughts.id, id));
  if (row === undefined) throw notFound("thought", id);
  return row;
}

/** The newest thought of a branch, or of the main line without a branch. */
export async function newestThought(
  tx: Transaction,
  sessionId: string,
  branchId: string | null,
): Promise<Pick<ThoughtRow, "id" | "position"> | undefined> {
  const onBranch = branchId === null ? isNull(thoughts.branchId) : eq(thoughts.branchId, branchId);
  const [row] = await tx
    .select({ id: thoughts.id, position: thoughts.position })
    .from(thoughts)
    .where(and(eq(thoughts.sessionId, sessionId), onBranch))
    .orderBy(desc(thoughts.position))
    .limit(1);
  return row;
}

/** Adds a thought behind the newest one, so the write must hold the session's lock key. */
export async function addThought(
  tx: Transaction,
  session: SessionRow,
  given: NewThought,
  now: number,
): Promise<ThoughtRow> {
  const branchId = given.branchId === undefined ? session.activeBranchId : given.branchId;
  const parentId =
    given.parentId === undefined
      ? ((await newestThought(tx, session.id, branchId))?.id ?? null)
      : given.parentId;
  const row = newRow(session.id, { ...given, branchId, parentId }, now);
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from thoughts where session_id = ${session.id})`;
  const [added] = await tx
    .insert(thoughts)
    .values({ ...row, position })
    .returning({ position: thoughts.position });
  return { ...row, position: added?.position ?? 0 };
}

/** Adds thoughts that follow the one just added, each on its own branch. */
export async function addThoughtsAfter(
  tx: Transaction,
  { id, sessionId, position }: ThoughtRow,
  given: readonly NewThought[],
  now: number,
): Promise<void> {
  const rows = given.map((thought, index) => ({
    ...newRow(sessionId, { ...thought, parentId: id }, now),
    position: position + 1 + index,
  }));
  await tx.insert(thoughts).values(rows);
}

function newRow(
  sessionId: string,
  given: NewThought,
  createdAt: number,
): Omit<ThoughtRow, "position"> {
  const { content, confidence, mode, parentId = null, branchId = null, metadata = null } = given;
  const links = { id: randomUUID(), sessionId, parentId, branchId };
  return { ...links, content, confidence, mode, createdAt, metadata };
}

/** How many thoughts each branch has; null is the main line. */
export async function countThoughtsByBranch(
  tx: Transaction,
  sessionId: string,
): Promise<Map<string | null, number>> {
  const rows = await tx
    .select({ branchId: thoughts.branchId, count: count() })
    .from(thoughts)
    .where(eq(thoughts.sessionId, sessionId))
    .groupBy(thoughts.branchId);
  return new Map(rows.map((row) => [row.branchId, row.count]));
}

/** The thoughts that lead to `id`, oldest first, itself included; at most `limit`. */
export function thoughtsLeadingTo(
  tx: Transaction,
  id: string,
  limit: number,
): Promise<EarlierThought[]> {
  return tx.all<EarlierThought>(sql`
    with recursive line (id, parent_id, content, place) as (
      select id, parent_id, content, 1 from thoughts where id = ${id}
      union all
      select above.id, above.parent_id, above.content, line.place + 1
      from thoughts above join line on above.id = line.parent_id where line.place < ${limit}
    )
    select id, content from line order by place desc`);
}

export function listThoughts(tx: Transaction, sessionId: string): Promise<ThoughtRow[]> {
  return tx
    .select()
    .from(thoughts)
    .where(eq(thoughts.sessionId, sessionId))
    .orderBy(asc(thoughts.position));
}

export function toThought(row: ThoughtRow): Thought {
  return {
    id: row.id,
    session_id: row.sessionId,
    content: row.content,
    confidence: row.confidence,
    mode: row.mode,
    parent_id: row.parentId,
    branch_id: row.branchId,
    created_at: isoTime(row.createdAt),
    metadata: row.metadata,
  };
}
