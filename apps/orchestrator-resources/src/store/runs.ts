import { CodedError } from "@faculties/errors";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type {
  NodeOutcome,
  RunSnapshot,
  RunState,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import {
  advanceSequence,
  and,
  appendAtCommit,
  asc,
  count,
  desc,
  eq,
  inArray,
  sequenceValue,
  sql,
  type Transaction,
  PreparedInsert,
} from "@faculties/storage";
import { tasksOf } from "../domain/behaviour-tree.ts";
import { runEventsUri } from "../domain/resource-uri.ts";
import type { Outbox } from "./database.ts";
import type { GraphStore } from "./graphs.ts";
import { type RunNodeRow, runNodes, type RunRow, runs } from "./tables.ts";

export const FINAL_STATES: readonly RunState[] = ["succeeded", "failed", "cancelled"];

export type NewRun = Omit<RunRow, "ordinal" | "endedAt" | "error">;

export async function insertRun(tx: Transaction, outbox: Outbox, run: NewRun): Promise<void> {
  await advanceSequence(tx, "run");
  await appendAtCommit(tx, (turn) =>
    turn.insert(runs).values({ ...run, ordinal: sequenceValue("run") }),
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

export async function nodesOf(tx: Transaction, runId: string): Promise<RunNodeRow[]> {
  return tx.select().from(runNodes).where(eq(runNodes.runId, runId)).orderBy(asc(runNodes.ordinal));
}

/** A run as tools show it, with each node where it is told of which graphs the run is. */
export async function snapshotOfRun(
  tx: Transaction,
  run: RunRow,
  { nodesOfGraphs: graphs }: { nodesOfGraphs?: GraphStore | undefined } = {},
): Promise<RunSnapshot> {
  const rows = await tx
    .select({ state: runNodes.state, nodes: count() })
    .from(runNodes)
    .where(eq(runNodes.runId, run.runId))
    .groupBy(runNodes.state);
  const by = new Map(rows.map(({ state, nodes }) => [state, nodes]));
  const known = rows.reduce((sum, { nodes }) => sum + nodes, 0);
  const total = Math.max(run.nodeCount, known);
  const unbegun = unbegunState(run);
  by.set(unbegun, (by.get(unbegun) ?? 0) + total - known);
  return {
    run_id: run.runId,
    op_id: run.opId,
    graph_id: run.graphId,
    graph_version: run.graphVersion,
    mode: run.mode,
    state: run.state,
    created_at: run.createdAt,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    error: run.error,
    progress: {
      total,
      pending: by.get("pending") ?? 0,
      running: by.get("running") ?? 0,
      succeeded: by.get("succeeded") ?? 0,
      failed: by.get("failed") ?? 0,
      skipped: by.get("skipped") ?? 0,
      cancelled: by.get("cancelled") ?? 0,
    },
    ...(graphs && { nodes: (await everyNodeOf(tx, graphs, run)).map(outcomeOf) }),
    events_uri: runEventsUri(run.runId),
  };
}

/** The started nodes in the order in which they began, then the others in the order of the plan. */
async function everyNodeOf(
  tx: Transaction,
  graphs: GraphStore,
  run: RunRow,
): Promise<RunNodeRow[]> {
  const begun = await nodesOf(tx, run.runId);
  const known = new Set(begun.map(({ nodeId }) => nodeId));
  const outline = await outlineOf(tx, graphs, run);
  const rest = outline.filter(({ nodeId }) => !known.has(nodeId));
  const state = unbegunState(run);
  return [
    ...begun,
    ...rest.map(({ nodeId, kind }, index) => ({
      ...unbegunNode(run.runId, nodeId, kind, begun.length + index),
      state,
    })),
  ];
}

/** Of nodes that nothing was written of: they have not begun, and after the end they never will. */
function unbegunState({ state }: RunRow): "pending" | "skipped" {
  return FINAL_STATES.includes(state) ? "skipped" : "pending";
}

function outcomeOf(row: RunNodeRow): NodeOutcome {
  return {
    node_id: row.nodeId,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    started_at: row.startedAt,
    ended_at: row.endedAt,
    child_id: row.childId,
    exit_code: row.exitCode,
    error: row.error,
    ...(row.output !== null && { output: row.output }),
  };
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

type OutlinedNode = { nodeId: string; kind: PlanNodeKind };

/** The nodes that a run is to execute, in the order of its plan; those of nested graphs are known once they begin. */
async function outlineOf(
  tx: Transaction,
  graphs: GraphStore,
  { graphId, graphVersion, settings }: RunRow,
): Promise<OutlinedNode[]> {
  if (graphId === null)
    return tasksOf(settings["tree"] as BehaviourNode).map(({ path, node }) => ({
      nodeId: path,
      kind: node.kind,
    }));
  const { state } = await graphs.load(tx, graphId, graphVersion ?? undefined);
  return [...state.nodes.values()].map(({ id, attributes }) => ({
    nodeId: id,
    kind: (attributes["kind"] ?? "noop") as PlanNodeKind,
  }));
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
  };
}
