import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, nextSequence, type Transaction } from "@faculties/storage";
import type { GraphLimits } from "../domain/graph/graph-limits.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { graphs } from "./tables.ts";

export type GraphRow = typeof graphs.$inferSelect;

export function graphStore(tx: Transaction, now: () => number) {
  return {
    /** The graph of that id; one that a backtrack has set aside is no more. */
    async find(id: string): Promise<GraphRow> {
      const [row] = await tx
        .select()
        .from(graphs)
        .where(and(eq(graphs.id, id), isNull(graphs.abandonedOn)));
      if (row === undefined) throw notFound("graph", id);
      return row;
    },

    all: (sessionId: string): Promise<GraphRow[]> =>
      tx.select().from(graphs).where(eq(graphs.sessionId, sessionId)).orderBy(asc(graphs.position)),

    async add(
      sessionId: string,
      problem: string | undefined,
      limits: GraphLimits,
    ): Promise<GraphRow> {
      const row: GraphRow = {
        id: randomUUID(),
        position: await nextSequence(tx, "positions"),
        sessionId,
        problem: problem ?? null,
        ...limits,
        abandonedOn: null,
        createdAt: now(),
      };
      await tx.insert(graphs).values(row);
      return row;
    },
  };
}
