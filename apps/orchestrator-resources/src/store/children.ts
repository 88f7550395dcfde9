import { CodedError } from "@faculties/errors";
import type { ChildListInput } from "@faculties/schemas/orchestrator-resources/child-list";
import type {
  ChildSnapshot,
  ChildState,
} from "@faculties/schemas/orchestrator-resources/child-snapshot";
import {
  advanceSequence,
  and,
  appendAtCommit,
  asc,
  count,
  eq,
  gt,
  inArray,
  inParts,
  isNull,
  lte,
  sequenceValue,
  type Transaction,
} from "@faculties/storage";
import { cursorNumber } from "../domain/cursor.ts";
import { childLogsUri } from "../domain/resource-uri.ts";
import { removeLogs } from "./child-logs.ts";
import type { Outbox } from "./database.ts";
import type { EventDraft } from "./event-log.ts";
import { removeResources } from "./resources.ts";
import { children, type ChildRow } from "./tables.ts";

export const LIVE_STATES: readonly ChildState[] = ["starting", "running", "stopping"];

export type NewChild = Omit<
  ChildRow,
  | "ordinal"
  | "exitCode"
  | "signal"
  | "error"
  | "endedAt"
  | "lastSeq"
  | "keptBytes"
  | "droppedThrough"
  | "droppedBytes"
>;

/** Also again, when nobody knows whether it was done. */
export async function insertChildren(
  tx: Transaction,
  outbox: Outbox,
  added: readonly NewChild[],
): Promise<void> {
  const rows = added.map((child, index) => ({
    ...child,
    ordinal: sequenceValue("child", { minus: added.length - 1 - index }),
    lastSeq: 0,
    keptBytes: 0,
    droppedThrough: 0,
    droppedBytes: 0,
  }));
  await advanceSequence(tx, "child", rows.length);
  for (const part of inParts(rows))
    await appendAtCommit(tx, (turn) => turn.insert(children).values(part).onConflictDoNothing());
  for (const child of added) touchChild(tx, outbox, child);
}

/** The event that reports the start of a child. */
export function startOf(child: NewChild): EventDraft {
  const { childId, opId, runId, command, pid, role, host, workerId } = child;
  const remote = workerId === null ? {} : { host, worker_id: workerId };
  return { kind: "START", childId, opId, runId, payload: { command, pid, role, ...remote } };
}

export async function updateChild(
  tx: Transaction,
  outbox: Outbox,
  childId: string,
  change: Partial<ChildRow>,
): Promise<ChildRow> {
  const [row] = await tx
    .update(children)
    .set(change)
    .where(eq(children.childId, childId))
    .returning();
  if (!row) throw childNotFound(childId);
  touchChild(tx, outbox, row);
  return row;
}

/** Which of these children others count as lost. */
export async function lostChildren(
  tx: Transaction,
  childIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ childId: children.childId })
    .from(children)
    .where(and(inArray(children.childId, [...childIds]), eq(children.state, "lost")));
  return rows.map(({ childId }) => childId);
}

export async function getChild(tx: Transaction, childId: string): Promise<ChildRow> {
  const row = await findChild(tx, childId);
  if (!row) throw childNotFound(childId);
  return row;
}

export async function findChild(tx: Transaction, childId: string): Promise<ChildRow | undefined> {
  const [row] = await tx.select().from(children).where(eq(children.childId, childId));
  return row;
}

export async function findChildByOperation(
  tx: Transaction,
  opId: string,
): Promise<ChildRow | undefined> {
  const [row] = await tx.select().from(children).where(eq(children.opId, opId));
  return row;
}

/** Children in the order in which they were started. */
export async function listChildren(
  tx: Transaction,
  { states, run_id: runId, role, limit, cursor }: ChildListInput,
): Promise<{ children: ChildSnapshot[]; next_cursor?: string }> {
  const rows = await tx
    .select()
    .from(children)
    .where(
      and(
        cursor === undefined ? undefined : gt(children.ordinal, cursorNumber(cursor)),
        states === undefined ? undefined : inArray(children.state, states),
        // Of all that were ever started, few are alive, and these have an index of their own.
        states?.every((state) => LIVE_STATES.includes(state))
          ? isNull(children.endedAt)
          : undefined,
        runId === undefined ? undefined : eq(children.runId, runId),
        role === undefined ? undefined : eq(children.role, role),
      ),
    )
    .orderBy(asc(children.ordinal))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    children: page.map(snapshotOf),
    ...(rows.length > limit && last && { next_cursor: String(last.ordinal) }),
  };
}

/** Forgets children that ended before `endedBefore`, with their logs. */
export async function collectChildren(
  tx: Transaction,
  endedBefore: number,
): Promise<{ removed: string[]; remaining: number }> {
  const ended = await tx
    .select({ childId: children.childId })
    .from(children)
    .where(lte(children.endedAt, endedBefore))
    .orderBy(asc(children.ordinal));
  const removed = ended.map(({ childId }) => childId);
  for (const part of inParts(removed)) {
    await removeLogs(tx, part);
    await tx.delete(children).where(inArray(children.childId, part));
    await removeResources(tx, part.map(childLogsUri));
  }
  const [left] = await tx.select({ remaining: count() }).from(children);
  return { removed, remaining: left?.remaining ?? 0 };
}

export function snapshotOf(row: ChildRow): ChildSnapshot {
  return {
    child_id: row.childId,
    op_id: row.opId,
    run_id: row.runId,
    role: row.role,
    command: row.command,
    args: row.args,
    cwd: row.cwd,
    host: row.host,
    worker_id: row.workerId,
    pid: row.pid,
    state: row.state,
    exit_code: row.exitCode,
    signal: row.signal,
    error: row.error,
    started_at: row.startedAt,
    ended_at: row.endedAt,
    last_activity_at: row.lastActivityAt,
    timeout_ms: row.timeoutMs,
    memory_limit_mb: row.memoryLimitMb,
    cpu_percent: row.cpuPercent,
    last_seq: row.lastSeq,
    dropped_lines: row.droppedThrough,
    logs_uri: childLogsUri(row.childId),
  };
}

function childNotFound(childId: string): CodedError {
  return new CodedError("E-CHILD-NOTFOUND", `There is no child "${childId}".`, {
    details: { childId },
  });
}

function touchChild(
  tx: Transaction,
  outbox: Outbox,
  { childId, state, command, role }: NewChild,
): void {
  const metadata = { state, command, ...(role !== null && { role }) };
  outbox.touch({ uri: childLogsUri(childId), kind: "child_logs", metadata });
}
