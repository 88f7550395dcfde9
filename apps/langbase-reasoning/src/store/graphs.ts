import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, nextSequence, type Transaction } from "@faculties/storage";
import type { GraphLimits } from "../domain/graph.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { graphs } from "./tables.ts";

export type GraphRow = typeof graphs.$inferSelect;

/** The graph with that id, unless a backtrack abandoned it. */
export async function findGraph(tx: Transaction, id: string): Promise<GraphRow> {
  const [row] = await tx
    .select()
    .from(graphs)
    .where(and(eq(graphs.id, id), isNull(graphs.abandonedOn)));
  if (row === undefined) throw notFound("graph", id);
  return row;
}

export function listGraphs(tx: Transaction, sessionId: string): Promise<GraphRow[]> {
  return tx
    .select()
    .from(graphs)
    .where(eq(graphs.sessionId, sessionId))
    .orderBy(asc(graphs.position));
}

export async function addGraph(
  tx: Transaction,
  sessionId: string,
  given: GraphLimits & { problem: string | undefined },
  now: number,
): Promise<GraphRow> {
  const row: GraphRow = {
    id: randomUUID(),
    position: await nextSequence(tx, "positions"),
    sessionId,
    ...given,
    problem: given.problem ?? null,
    abandonedOn: null,
    createdAt: now,
  };
  await tx.insert(graphs).values(row);
  return row;
}
