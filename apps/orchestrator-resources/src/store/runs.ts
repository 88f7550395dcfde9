import { CodedError } from "@faculties/errors";
import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { RunState } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import {
  advanceSequence,
  and,
  appendAtCommit,
  asc,
  desc,
  eq,
  inArray,
  sequenceValue,
  sql,
  type Transaction,
  PreparedInsert,
} from "@faculties/storage";
import { runEventsUri } from "../domain/resource-uri.ts";
import type { Outbox } from "./database.ts";
import { type RunNodeRow, runNodes, type RunRow, runs } from "./tables.ts";

export const FINAL_STATES: readonly RunState[] = ["succeeded", "failed", "cancelled"];

export type NewRun = Omit<
  RunRow,
  "ordinal" | "endedAt" | "error" | "epoch" | "resumes" | "outcome"
>;

export async function insertRun(tx: Transaction, outbox: Outbox, run: NewRun): Promise<void> {
  await advanceSequence(tx, "run");
  await appendAtCommit(tx, (turn) =>
    turn.insert(runs).values({ ...run, epoch: 1, resumes: 0, ordinal: sequenceValue("run") }),
  );
  touchRun(tx, outbox, run);
}

export async function updateRun(
  tx: Transaction,
  outbox: Outbox,
  runId: string,
  change: Partial<RunRow>,
): Promise<RunRow> {
  const [row] = await tx.update(runs).set(change).where(eq(runs.runId, runId)).returning();
  if (!row) throw runNotFound(runId);
  touchRun(tx, outbox, row);
  return row;
}

/** Ends a run, unless others have: those who took its process for dead have told how it ended. */
export async function endRun(
  tx: Transaction,
  outbox: Outbox,
  runId: string,
  end: Pick<RunRow, "state" | "error">,
): Promise<void> {
  const { state } = await getRun(tx, runId);
  if (!FINAL_STATES.includes(state))
    await updateRun(tx, outbox, runId, { ...end, endedAt: outbox.now });
}

/** Which of these runs have ended. */
export async function endedRuns(tx: Transaction, runIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ runId: runs.runId })
    .from(runs)
    .where(and(inArray(runs.runId, [...runIds]), inArray(runs.state, [...FINAL_STATES])));
  return rows.map(({ runId }) => runId);
}

/** Writes the newest state of nodes, whatever was written of them before. */
export async function saveNodes(tx: Transaction, rows: readonly RunNodeRow[]): Promise<void> {
  await nodeInsertion.run(tx, rows);
}

const NODE_CHANGES = {
  state: sql`excluded.state`,
  attempts: sql`excluded.attempts`,
  startedAt: sql`excluded.started_at`,
  endedAt: sql`excluded.ended_at`,
  childId: sql`excluded.child_id`,
  exitCode: sql`excluded.exit_code`,
  error: sql`excluded.error`,
  output: sql`excluded.output`,
  dueAt: sql`excluded.due_at`,
  lost: sql`excluded.lost`,
  stderr: sql`excluded.stderr`,
  detail: sql`excluded.detail`,
};

const nodeInsertion = new PreparedInsert<RunNodeRow>(
  (tx, rows) =>
    tx
      .insert(runNodes)
      .values(rows)
      .onConflictDoUpdate({ target: [runNodes.runId, runNodes.nodeId], set: NODE_CHANGES }),
  (row) => [
    row.runId,
    row.nodeId,
    row.ordinal,
    row.kind,
    row.state,
    row.attempts,
    row.startedAt,
    row.endedAt,
    row.childId,
    row.exitCode,
    row.error,
    row.output === null ? null : JSON.stringify(row.output),
    row.dueAt,
    row.lost,
    row.stderr,
    row.detail === null ? null : JSON.stringify(row.detail),
  ],
);

export async function getRun(tx: Transaction, runId: string): Promise<RunRow> {
  const row = await findRun(tx, runId);
  if (!row) throw runNotFound(runId);
  return row;
}

export async function findRun(tx: Transaction, runId: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(eq(runs.runId, runId));
  return row;
}

export async function findRunByOperation(
  tx: Transaction,
  opId: string,
): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(eq(runs.opId, opId));
  return row;
}

export async function newestRuns(tx: Transaction, limit: number): Promise<RunRow[]> {
  return tx.select().from(runs).orderBy(desc(runs.ordinal)).limit(limit);
}

/** Whether a node of one of the runs has ended. */
export async function hasEndedNode(
  tx: Transaction,
  runIds: readonly string[],
  nodeId: string,
): Promise<boolean> {
  const [node] = await tx
    .select({ nodeId: runNodes.nodeId })
    .from(runNodes)
    .where(
      and(
        inArray(runNodes.runId, [...runIds]),
        eq(runNodes.nodeId, nodeId),
        inArray(runNodes.state, ["succeeded", "failed", "skipped", "cancelled"]),
      ),
    )
    .limit(1);
  return node !== undefined;
}

export async function nodesOf(tx: Transaction, runId: string): Promise<RunNodeRow[]> {
  return tx.select().from(runNodes).where(eq(runNodes.runId, runId)).orderBy(asc(runNodes.ordinal));
}

function runNotFound(runId: string): CodedError {
  return new CodedError("E-PLAN-NOT-FOUND", `There is no run "${runId}".`, { details: { runId } });
}

function touchRun(
  tx: Transaction,
  outbox: Outbox,
  { runId, state, graphId, mode, createdAt }: NewRun,
): void {
  const metadata = {
    state,
    mode,
    ...(graphId !== null && { graph_id: graphId }),
    created_at: createdAt,
  };
  outbox.touch({ uri: runEventsUri(runId), kind: "run_events", metadata });
}

/** A node of which nothing is known but that it is there. */
export function unbegunNode(
  runId: string,
  nodeId: string,
  kind: PlanNodeKind,
  ordinal: number,
): RunNodeRow {
  return {
    runId,
    nodeId,
    ordinal,
    kind,
    state: "pending",
    attempts: 0,
    startedAt: null,
    endedAt: null,
    childId: null,
    exitCode: null,
    error: null,
    output: null,
    dueAt: null,
    lost: 0,
    stderr: null,
    detail: null,
  };
}
