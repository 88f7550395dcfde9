import { randomUUID } from "node:crypto";
import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import { isoTime } from "../domain/iso-time.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { branches } from "./tables.ts";

export type BranchRow = typeof branches.$inferSelect;
export type NewBranch = Pick<BranchRow, "name" | "parentId" | "confidence" | "priority"> & {
  state?: BranchRow["state"];
};

/** The branch with that id; with a session, only if the branch belongs to it. */
export async function findBranch(
  tx: Transaction,
  id: string,
  sessionId?: string,
): Promise<BranchRow> {
  const [row] = await tx.select().from(branches).where(eq(branches.id, id));
  if (row === undefined || (sessionId !== undefined && row.sessionId !== sessionId))
    throw notFound("branch", id, sessionId === undefined ? "" : ` in session ${sessionId}`);
  return row;
}

export async function addBranch(
  tx: Transaction,
  sessionId: string,
  given: NewBranch,
  now: number,
): Promise<BranchRow> {
  const row = newRow(sessionId, await nextSequence(tx, "positions"), given, now);
  await tx.insert(branches).values(row);
  return row;
}

export async function addBranches(
  tx: Transaction,
  sessionId: string,
  given: readonly NewBranch[],
  now: number,
): Promise<BranchRow[]> {
  const first = await nextSequence(tx, "positions", given.length);
  const rows = given.map((branch, index) => newRow(sessionId, first + index, branch, now));
  await tx.insert(branches).values(rows);
  return rows;
}

function newRow(sessionId: string, position: number, given: NewBranch, now: number): BranchRow {
  const { name, parentId, state = "active", confidence, priority } = given;
  const times = { createdAt: now, updatedAt: now };
  const keys = { id: randomUUID(), position, sessionId };
  return { ...keys, name, parentId, state, confidence, priority, ...times };
}

export async function changeBranch(
  tx: Transaction,
  id: string,
  change: Partial<NewBranch>,
  now: number,
): Promise<void> {
  await tx
    .update(branches)
    .set({ ...change, updatedAt: now })
    .where(eq(branches.id, id));
}

export function listBranches(tx: Transaction, sessionId: string): Promise<BranchRow[]> {
  return tx
    .select()
    .from(branches)
    .where(eq(branches.sessionId, sessionId))
    .orderBy(asc(branches.position));
}

export function toBranch(row: BranchRow): Branch {
  return {
    id: row.id,
    session_id: row.sessionId,
    name: row.name,
    parent_id: row.parentId,
    state: row.state,
    confidence: row.confidence,
    priority: row.priority,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}
