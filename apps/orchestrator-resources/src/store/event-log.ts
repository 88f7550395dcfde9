import type { EventLevel, RunEventKind } from "@faculties/schemas/orchestrator-resources";
import { and, eq, isNull, lte, nextSequence, type Queries, sql } from "@faculties/storage";
import { groupBy } from "../domain/group-by.ts";
import { FrequentQuery } from "./built-query.ts";
import { BulkInsert } from "./bulk-insert.ts";
import { events, streams } from "./registry-tables.ts";

export type EventDraft = {
  kind: RunEventKind;
  level?: EventLevel;
  ts?: number;
  jobId?: string | null;
  childId?: string | null;
  runId?: string | null;
  opId?: string | null;
  graphId?: string | null;
  nodeId?: string | null;
  payload?: unknown;
};

type EventRow = typeof events.$inferInsert;

const insertion = new BulkInsert<EventRow>(
  (db, rows) => db.insert(events).values(rows),
  (row) => [
    row.seq,
    row.ts,
    row.kind,
    row.level,
    row.jobId,
    row.childId,
    row.runId,
    row.opId,
    row.graphId,
    row.nodeId,
    row.payload === null ? null : JSON.stringify(row.payload),
  ],
);

/** The stream that retention counts an event to. */
export function eventStream(runId: string | null): string {
  return runId === null ? "server" : `run:${runId}`;
}

/** Numbers and stores events in their order, and drops the oldest of each stream over the limit. */
export async function appendEvents(
  db: Queries,
  drafts: readonly EventDraft[],
  { now, keep }: { now: number; keep: number },
): Promise<void> {
  const first = await nextSequence(db, "event", drafts.length);
  const rows = drafts.map((draft, index) => ({
    seq: first + index,
    ts: draft.ts ?? now,
    kind: draft.kind,
    level: draft.level ?? levelOf(draft.kind),
    jobId: draft.jobId ?? null,
    childId: draft.childId ?? null,
    runId: draft.runId ?? null,
    opId: draft.opId ?? null,
    graphId: draft.graphId ?? null,
    nodeId: draft.nodeId ?? null,
    payload: draft.payload ?? null,
  }));
  await insertion.run(db, rows);
  for (const [runId, group] of groupBy(rows, (row) => row.runId)) {
    const lastSeq = group.at(-1)?.seq as number;
    await retain(db, runId, { added: group.length, lastSeq, keep });
  }
}

/** Counts new entries to a stream; the number of those over the limit. */
export async function countToStream(
  db: Queries,
  name: string,
  { added, lastSeq, keep }: { added: number; lastSeq: number; keep: number },
): Promise<number> {
  const [stream] = await counting.rows(db, name, added, lastSeq, 0);
  return Math.max(0, (stream?.[0] ?? 0) - keep);
}

const counting = new FrequentQuery<[string, number, number, number], [kept: number]>(
  (db, name, kept, lastSeq, droppedThrough) =>
    db
      .insert(streams)
      .values({ name, kept, lastSeq, droppedThrough })
      .onConflictDoUpdate({
        target: streams.name,
        set: { kept: sql`${streams.kept} + excluded.kept`, lastSeq: sql`excluded.last_seq` },
      })
      .returning({ kept: streams.kept }),
);

export async function markDropped(
  db: Queries,
  name: string,
  { dropped, through }: { dropped: number; through: number },
): Promise<void> {
  await db
    .update(streams)
    .set({ kept: sql`${streams.kept} - ${dropped}`, droppedThrough: through })
    .where(eq(streams.name, name));
}

async function retain(
  db: Queries,
  runId: string | null,
  growth: { added: number; lastSeq: number; keep: number },
): Promise<void> {
  const stream = eventStream(runId);
  const excess = await countToStream(db, stream, growth);
  if (excess === 0) return;
  const ofStream = runId === null ? isNull(events.runId) : eq(events.runId, runId);
  const [last] = await db
    .select({ seq: events.seq })
    .from(events)
    .where(ofStream)
    .orderBy(events.seq)
    .limit(1)
    .offset(excess - 1);
  if (!last) return;
  await db.delete(events).where(and(ofStream, lte(events.seq, last.seq)));
  await markDropped(db, stream, { dropped: excess, through: last.seq });
}

function levelOf(kind: RunEventKind): EventLevel {
  if (kind === "ERROR") return "error";
  return kind === "WARN" || kind === "KILL" ? "warn" : "info";
}
