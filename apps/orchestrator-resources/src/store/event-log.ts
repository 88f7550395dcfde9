import type { EventLevel, RunEventKind } from "@faculties/schemas/orchestrator-resources/run-event";
import {
  advanceSequence,
  appendAtCommit,
  sequenceValue,
  sql,
  type Transaction,
  PreparedInsert,
} from "@faculties/storage";
import { groupBy } from "@faculties/std";
import { retain } from "./streams.ts";
import { events } from "./tables.ts";

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

const SEQUENCE = "event";
/** Heartbeats of a run that are kept, besides its other events. */
const MOST_BEATS = 20;

/** `behind`: how many numbers of the same transaction come after its own. */
type EventRow = Omit<typeof events.$inferInsert, "seq"> & { behind: number };

const insertion = new PreparedInsert<EventRow>(
  (tx, rows) =>
    tx
      .insert(events)
      .values(rows.map((row) => ({ ...row, seq: sequenceValue(SEQUENCE, { minus: row.behind }) }))),
  (row) => [
    SEQUENCE,
    row.behind,
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
  tx: Transaction,
  drafts: readonly EventDraft[],
  { now, keep }: { now: number; keep: number },
): Promise<void> {
  const rows = drafts.map((draft, index) => ({
    behind: drafts.length - 1 - index,
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
  await advanceSequence(tx, SEQUENCE, rows.length);
  await insertion.runAtCommit(tx, rows);
  for (const [runId, group] of groupBy(rows, (row) => row.runId)) {
    const isBeat = ({ kind }: EventRow) => kind === "HEARTBEAT";
    if (runId !== null && group.some(isBeat)) await dropBeats(tx, runId, keep);
    const counted = group.filter((row) => !isBeat(row)).length;
    const ofRun = runId === null ? sql`run_id is null` : sql`run_id = ${runId}`;
    // Heartbeats must not push out what happened.
    const own = sql`${ofRun} and kind <> 'HEARTBEAT'`;
    const behind = group.at(-1)?.behind as number;
    await retain(
      tx,
      { name: eventStream(runId), table: events, own },
      { sequence: SEQUENCE, added: counted, behind, keep },
    );
  }
}

/** Keeps the newest heartbeats of a run only. */
async function dropBeats(tx: Transaction, runId: string, keep: number): Promise<void> {
  const most = Math.min(MOST_BEATS, keep);
  await appendAtCommit(tx, (turn) =>
    turn.run(sql`
      delete from ${events} where run_id = ${runId} and kind = 'HEARTBEAT' and seq <= (
        select seq from ${events} where run_id = ${runId} and kind = 'HEARTBEAT'
        order by seq desc limit 1 offset ${most})`),
  );
}

function levelOf(kind: RunEventKind): EventLevel {
  if (kind === "ERROR") return "error";
  return kind === "WARN" || kind === "KILL" ? "warn" : "info";
}
