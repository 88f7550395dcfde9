import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import type {
  PlanListInput,
  PlanListOutput,
} from "@faculties/schemas/orchestrator-resources/plan-list";
import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type {
  NodeOutcome,
  OpenQuestion,
  RunSnapshot,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { and, count, desc, eq, gte, inArray, lt, type Transaction } from "@faculties/storage";
import { tasksOf } from "../domain/behaviour-tree.ts";
import { cursorNumber } from "../domain/cursor.ts";
import { runEventsUri } from "../domain/resource-uri.ts";
import { openQuestions } from "./answers.ts";
import type { GraphStore } from "./graphs.ts";
import { FINAL_STATES, nodesOf, unbegunNode } from "./runs.ts";
import { type RunNodeRow, runNodes, type RunRow, runs } from "./tables.ts";

type SnapshotOptions = {
  nodesOfGraphs?: GraphStore | undefined;
  /** Only these nodes, with their outputs as far as they are kept. */
  nodeIds?: readonly string[] | undefined;
};

/** Runs, newest first. */
export async function listRuns(
  tx: Transaction,
  { states, graph_id: graphId, since, limit, cursor }: PlanListInput,
): Promise<PlanListOutput> {
  const rows = await tx
    .select()
    .from(runs)
    .where(
      and(
        cursor === undefined ? undefined : lt(runs.ordinal, cursorNumber(cursor)),
        states && inArray(runs.state, states),
        graphId === undefined ? undefined : eq(runs.graphId, graphId),
        since === undefined ? undefined : gte(runs.createdAt, since),
      ),
    )
    .orderBy(desc(runs.ordinal))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const snapshots: RunSnapshot[] = [];
  for (const run of page) snapshots.push(await snapshotOfRun(tx, run));
  const last = page.at(-1);
  return {
    runs: snapshots,
    ...(rows.length > limit && last && { next_cursor: String(last.ordinal) }),
  };
}

/** A run as tools show it, with each node where it is told of which graphs the run is. */
export async function snapshotOfRun(
  tx: Transaction,
  run: RunRow,
  { nodesOfGraphs: graphs, nodeIds }: SnapshotOptions = {},
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
    ...(graphs && boundedNodes(await everyNodeOf(tx, graphs, run), nodeIds)),
    ...(await questionsOf(tx, run)),
    ...(run.forkOf !== null && { fork_of: run.forkOf }),
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

/** Characters of one output, and of all nodes of an answer: a caller pays for each of them. */
const MOST_OUTPUT = 2_000;
const MOST_WHOLE_OUTPUT = 65_536;
const MOST_OF_NODES = 48_000;

/** As many nodes as an answer can hold: those that failed or run first of all. */
function boundedNodes(
  rows: readonly RunNodeRow[],
  nodeIds: readonly string[] | undefined,
): Pick<RunSnapshot, "nodes" | "nodes_omitted"> {
  if (nodeIds) {
    const wanted = rows.filter(({ nodeId }) => nodeIds.includes(nodeId));
    return { nodes: wanted.map((row) => outcomeOf(row, MOST_WHOLE_OUTPUT)) };
  }
  const isUrgent = ({ state }: RunNodeRow) => state === "failed" || state === "running";
  const kept = new Map<string, NodeOutcome>();
  let left = MOST_OF_NODES;
  for (const urgent of [true, false])
    for (const row of rows) {
      if (isUrgent(row) !== urgent) continue;
      const outcome = outcomeOf(row, MOST_OUTPUT);
      left -= JSON.stringify(outcome).length;
      if (left < 0) break;
      kept.set(row.nodeId, outcome);
    }
  const omitted = rows.length - kept.size;
  return {
    nodes: rows.flatMap(({ nodeId }) => kept.get(nodeId) ?? []),
    ...(omitted > 0 && { nodes_omitted: omitted }),
  };
}

async function questionsOf(
  tx: Transaction,
  run: RunRow,
): Promise<Pick<RunSnapshot, "needs_input">> {
  if (FINAL_STATES.includes(run.state)) return {};
  const questions = await openQuestions(tx, run.runId);
  return questions.length === 0 ? {} : { needs_input: questions.map(questionOf) };
}

function questionOf({ nodeId, detail, dueAt }: RunNodeRow): OpenQuestion {
  const { question = "", choices, default: usual } = detail ?? {};
  return {
    node_id: nodeId,
    question,
    ...(choices && { choices }),
    ...(usual !== undefined && { default: usual }),
    deadline_at: dueAt,
  };
}

/** The end of an output that is too long, which usually says most. */
function bounded(output: unknown, most: number): Pick<NodeOutcome, "output" | "output_truncated"> {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  if (text.length <= most) return { output };
  return { output: text.slice(-most), output_truncated: true };
}

function outcomeOf(row: RunNodeRow, mostOutput: number): NodeOutcome {
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
    ...(row.output !== null && bounded(row.output, mostOutput)),
    ...(row.stderr !== null && row.stderr !== "" && { stderr: row.stderr }),
    ...(row.lost > 0 && { lost_tries: row.lost }),
    ...(row.detail?.graph_version !== undefined && { graph_version: row.detail.graph_version }),
  };
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
