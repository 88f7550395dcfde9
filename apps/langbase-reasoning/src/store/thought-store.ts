import { randomUUID } from "node:crypto";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning";
import { and, asc, count, desc, eq, isNull, type Transaction, sql } from "@faculties/storage";
import { notFound } from "../domain/reasoning-error.ts";
import type { SessionRow } from "./session-store.ts";
import { thoughts } from "./tables.ts";

export type ThoughtRow = typeof thoughts.$inferSelect;

export type LineThought = Pick<ThoughtRow, "position" | "content">;
type Tip = Pick<ThoughtRow, "id" | "position">;

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

/** One more than the newest thought has: whoever adds one contends for its session. */
function nextPosition(sessionId: string) {
  return sql<number>`(select coalesce(max(position), 0) + 1 from thoughts where session_id = ${sessionId})`;
}

export function thoughtStore(tx: Transaction, now: () => number) {
  /** The newest thought of a branch; of the main line when there is no branch. */
  async function tip(sessionId: string, branchId: string | null): Promise<Tip | undefined> {
    const onBranch =
      branchId === null ? isNull(thoughts.branchId) : eq(thoughts.branchId, branchId);
    const [row] = await tx
      .select({ id: thoughts.id, position: thoughts.position })
      .from(thoughts)
      .where(and(eq(thoughts.sessionId, sessionId), onBranch))
      .orderBy(desc(thoughts.position))
      .limit(1);
    return row;
  }

  function newRow(sessionId: string, given: NewThought): Omit<ThoughtRow, "position"> {
    const { content, confidence, mode, parentId = null, branchId = null, metadata = null } = given;
    const place = { id: randomUUID(), sessionId, parentId, branchId };
    return { ...place, content, confidence, mode, createdAt: now(), metadata };
  }

  return {
    tip,

    async find(id: string): Promise<ThoughtRow> {
      const [row] = await tx.select().from(thoughts).where(eq(thoughts.id, id));
      if (row === undefined) throw notFound("thought", id);
      return row;
    },

    async add(session: SessionRow, given: NewThought): Promise<ThoughtRow> {
      const branchId = given.branchId === undefined ? session.activeBranchId : given.branchId;
      const parentId =
        given.parentId === undefined
          ? ((await tip(session.id, branchId))?.id ?? null)
          : given.parentId;
      const row = newRow(session.id, { ...given, branchId, parentId });
      const [added] = await tx
        .insert(thoughts)
        .values({ ...row, position: nextPosition(session.id) })
        .returning({ position: thoughts.position });
      return { ...row, position: added?.position ?? 0 };
    },

    /** Thoughts that follow the one just added, each on a branch of its own. */
    async addAfter({ id, sessionId, position }: ThoughtRow, given: readonly NewThought[]) {
      const rows = given.map((thought, index) => ({
        ...newRow(sessionId, { ...thought, parentId: id }),
        position: position + 1 + index,
      }));
      await tx.insert(thoughts).values(rows);
    },

    /** How many there are on each branch, null being the main line. */
    async countByBranch(sessionId: string): Promise<Map<string | null, number>> {
      const rows = await tx
        .select({ branchId: thoughts.branchId, count: count() })
        .from(thoughts)
        .where(eq(thoughts.sessionId, sessionId))
        .groupBy(thoughts.branchId);
      return new Map(rows.map((row) => [row.branchId, row.count]));
    },

    /** The thoughts that lead to `id`, oldest first, itself included; at most `limit`. */
    line: (id: string, limit: number): Promise<LineThought[]> =>
      tx.all<LineThought>(sql`
        with recursive line (id, parent_id, position, content, place) as (
          select id, parent_id, position, content, 1 from thoughts where id = ${id}
          union all
          select above.id, above.parent_id, above.position, above.content, line.place + 1
          from thoughts above join line on above.id = line.parent_id where line.place < ${limit}
        )
        select position, content from line order by place desc`),

    all: (sessionId: string): Promise<ThoughtRow[]> =>
      tx
        .select()
        .from(thoughts)
        .where(eq(thoughts.sessionId, sessionId))
        .orderBy(asc(thoughts.position)),
  };
}
