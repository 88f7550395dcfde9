import type {
  BlackboardEntrySnapshot,
  BlackboardEvent,
} from "@faculties/schemas/orchestrator-resources/blackboard-entry";
import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildState } from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import type { GraphOperation } from "@faculties/schemas/orchestrator-resources/graph-operation";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import type { EventLevel, RunEventKind } from "@faculties/schemas/orchestrator-resources/run-event";
import type {
  NodeState,
  RunSnapshot,
  RunState,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { TransactionState } from "@faculties/schemas/orchestrator-resources/transaction";
import { column, defineTable } from "@faculties/storage";
import type { GraphDelta } from "../domain/graph-delta.ts";

export const graphs = defineTable("graphs", {
  graphId: column.text().primaryKey(),
  name: column.text().notNull(),
  latestVersion: column.integer().notNull(),
  createdAt: column.integer().notNull(),
});

type StoredGraph = Pick<NormalisedGraph, "name" | "nodes" | "edges" | "metadata">;

/**
 * A version is a whole graph or what changed since the version before. `snapshotVersion` is the last whole
 * one, `pendingBytes` the size of the changes since then.
 */
export const graphVersions = defineTable("graph_versions", {
  graphId: column.text().notNull(),
  version: column.integer().notNull(),
  committedAt: column.integer().notNull(),
  snapshot: column.json<StoredGraph>(),
  delta: column.json<GraphDelta>(),
  snapshotVersion: column.integer().notNull(),
  pendingBytes: column.integer().notNull(),
});

export const transactions = defineTable("transactions", {
  txId: column.text().primaryKey(),
  graphId: column.text().notNull(),
  baseVersion: column.integer().notNull(),
  state: column.text().$type<TransactionState>().notNull(),
  startedAt: column.integer().notNull(),
  expiresAt: column.integer().notNull(),
  /** When it was committed, rolled back or found expired. */
  closedAt: column.integer(),
  finalVersion: column.integer(),
  holder: column.text(),
});

export const transactionSteps = defineTable("transaction_steps", {
  txId: column.text().notNull(),
  position: column.integer().notNull(),
  operations: column.json<GraphOperation[]>().notNull(),
});

export const graphLocks = defineTable("graph_locks", {
  graphId: column.text().primaryKey(),
  holder: column.text().notNull(),
  acquiredAt: column.integer().notNull(),
  expiresAt: column.integer().notNull(),
  /** For how long it was last taken; null when an older version did. */
  ttlMs: column.integer(),
});

export const runs = defineTable("runs", {
  runId: column.text().primaryKey(),
  ordinal: column.integer().notNull(),
  opId: column.text().notNull(),
  instanceId: column.text().notNull(),
  graphId: column.text(),
  graphVersion: column.integer(),
  mode: column.text().$type<RunSnapshot["mode"]>().notNull(),
  state: column.text().$type<RunState>().notNull(),
  settings: column.json<Record<string, unknown>>().notNull(),
  createdAt: column.integer().notNull(),
  startedAt: column.integer(),
  endedAt: column.integer(),
  error: column.text(),
  nodeCount: column.integer().notNull(),
  /** Rises whenever another process, or the same one after a restart, takes the run over. */
  epoch: column.integer().notNull(),
  /** How often it was resumed after its end. */
  resumes: column.integer().notNull(),
  inputs: column.json<Record<string, unknown>>(),
  /** The version of each nested graph, as it was when the run began. */
  pins: column.json<Record<string, number>>(),
  /** How it is going to end, once what succeeded is undone. */
  outcome: column.json<{ state: "failed" | "cancelled"; error: string | null }>(),
  /** The run that it was forked from. */
  forkOf: column.text(),
});

export type RunRow = typeof runs.$inferSelect;

export const runNodes = defineTable("run_nodes", {
  runId: column.text().notNull(),
  nodeId: column.text().notNull(),
  ordinal: column.integer().notNull(),
  kind: column.text().$type<PlanNodeKind>().notNull(),
  state: column.text().$type<NodeState>().notNull(),
  attempts: column.integer().notNull(),
  startedAt: column.integer(),
  endedAt: column.integer(),
  childId: column.text(),
  exitCode: column.integer(),
  error: column.text(),
  output: column.json<unknown>(),
  /** When it is tried again, has waited long enough, or gets its default answer. */
  dueAt: column.integer(),
  /** Tries whose process died. */
  lost: column.integer().notNull(),
  /** The end of stderr, of a node that failed. */
  stderr: column.text(),
  detail: column.json<NodeDetail>(),
});

/** Details of a kind: a nested graph's version, the size of a map, a question. */
export type NodeDetail = {
  graph_version?: number;
  items?: number;
  question?: string;
  choices?: string[] | undefined;
  default?: string | undefined;
};

/** Answers to questions of runs. */
export const answers = defineTable("run_answers", {
  runId: column.text().notNull(),
  nodeId: column.text().notNull(),
  answer: column.text().notNull(),
  answeredAt: column.integer().notNull(),
});

export type RunNodeRow = typeof runNodes.$inferSelect;

export const children = defineTable("children", {
  childId: column.text().primaryKey(),
  ordinal: column.integer().notNull(),
  opId: column.text().notNull(),
  runId: column.text(),
  instanceId: column.text().notNull(),
  role: column.text(),
  command: column.text().notNull(),
  args: column.json<string[]>().notNull(),
  cwd: column.text(),
  pid: column.integer(),
  /** Tells the process from a later one with the same pid. */
  processStarted: column.text(),
  state: column.text().$type<ChildState>().notNull(),
  exitCode: column.integer(),
  signal: column.text(),
  error: column.text(),
  startedAt: column.integer().notNull(),
  endedAt: column.integer(),
  lastActivityAt: column.integer().notNull(),
  timeoutMs: column.integer().notNull(),
  memoryLimitMb: column.integer().notNull(),
  cpuPercent: column.integer().notNull(),
  lastSeq: column.integer().notNull(),
  keptBytes: column.integer().notNull(),
  /** Number of the newest line that retention dropped, which is how many it dropped. */
  droppedThrough: column.integer().notNull(),
  droppedBytes: column.integer().notNull(),
  /** Null for children from before this was kept. */
  host: column.text(),
  /** The worker that runs it; null when a server does. */
  workerId: column.text(),
  nodeId: column.text(),
});

export type ChildRow = typeof children.$inferSelect;

/** A line as it is stored: what all lines of a child share is left out. */
export type StoredLine = Pick<ResourceChildLogEntry, "ts" | "stream" | "message">;

/** A line in its row: as little as possible around the message. */
export type PackedLine = [ts: number, stream: StoredLine["stream"], message: string];

/** Lines in one row, so that a burst of output is not a burst of rows. */
export const childLogSegments = defineTable("child_log_segments", {
  childId: column.text().notNull(),
  lastSeq: column.integer().notNull(),
  firstSeq: column.integer().notNull(),
  bytes: column.integer().notNull(),
  entries: column.json<PackedLine[]>().notNull(),
});

export const blackboard = defineTable("blackboard", {
  key: column.text().primaryKey(),
  namespace: column.text().notNull(),
  value: column.json<unknown>(),
  tags: column.json<string[]>().notNull(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
  expiresAt: column.integer(),
  version: column.integer().notNull(),
});

export const blackboardTags = defineTable("blackboard_tags", {
  tag: column.text().notNull(),
  key: column.text().notNull(),
});

export const blackboardEvents = defineTable("blackboard_events", {
  seq: column.integer().primaryKey(),
  ts: column.integer().notNull(),
  kind: column.text().$type<BlackboardEvent["kind"]>().notNull(),
  namespace: column.text().notNull(),
  key: column.text().notNull(),
  version: column.integer().notNull(),
  entry: column.json<BlackboardEntrySnapshot>(),
});

/** One row per URI. `revision` rises with every change, so that other processes can tell what changed. */
export const resources = defineTable("resources", {
  uri: column.text().primaryKey(),
  sortKey: column.text().notNull(),
  kind: column.text().$type<ResourceKind>().notNull(),
  metadata: column.json<Record<string, unknown>>(),
  createdRevision: column.integer().notNull(),
  revision: column.integer().notNull(),
  writer: column.text().notNull(),
});

/**
 * How much of the events of one run or namespace retention has kept and dropped; the last drop began after
 * `droppedAfter`.
 */
export const streams = defineTable("streams", {
  name: column.text().primaryKey(),
  kept: column.integer().notNull(),
  lastSeq: column.integer().notNull(),
  droppedThrough: column.integer().notNull(),
  droppedAfter: column.integer().notNull(),
});

export const events = defineTable("events", {
  seq: column.integer().primaryKey(),
  ts: column.integer().notNull(),
  kind: column.text().$type<RunEventKind>().notNull(),
  level: column.text().$type<EventLevel>().notNull(),
  jobId: column.text(),
  childId: column.text(),
  runId: column.text(),
  opId: column.text(),
  graphId: column.text(),
  nodeId: column.text(),
  payload: column.json<unknown>(),
});

/** Server processes that share the database. */
export const instances = defineTable("instances", {
  instanceId: column.text().primaryKey(),
  host: column.text().notNull(),
  pid: column.integer().notNull(),
  processStarted: column.text().notNull(),
  startedAt: column.integer().notNull(),
  heartbeatAt: column.integer().notNull(),
  endedAt: column.integer(),
});

export type InstanceRow = typeof instances.$inferSelect;

/** Requests from one process to the one that owns a child or a run. */
export const requests = defineTable("requests", {
  seq: column.integer().primaryKey(),
  instanceId: column.text().notNull(),
  kind: column.text().notNull(),
  target: column.text().notNull(),
  payload: column.json<Record<string, unknown>>(),
});

/** Processes that run nodes of other processes' runs. */
export const workers = defineTable("workers", {
  instanceId: column.text().primaryKey(),
  labels: column.json<string[]>().notNull(),
  concurrency: column.integer().notNull(),
});

/** One try of a node, from the process that executes the run to the worker that takes it, and back. */
export const remoteTasks = defineTable("remote_tasks", {
  taskId: column.text().primaryKey(),
  ownerId: column.text().notNull(),
  runId: column.text().notNull(),
  graphId: column.text(),
  nodeId: column.text().notNull(),
  label: column.text().notNull(),
  /** Higher is taken first; among equals the oldest. */
  priority: column.integer().notNull(),
  queuedAt: column.integer().notNull(),
  /** Most tasks with this label at a time, over all hosts; null for as many as there are workers. */
  labelLimit: column.integer(),
  spec: column.json<ChildSpec>().notNull(),
  state: column.text().$type<"queued" | "taken" | "ended">().notNull(),
  workerId: column.text(),
  childId: column.text(),
  exitCode: column.integer(),
  /** Why it failed; null when it did not. */
  error: column.text(),
  /** 1 when it failed because its worker was lost. */
  isLost: column.integer().notNull(),
  output: column.text(),
  /** The end of stderr. */
  errorOutput: column.text(),
});

export type RemoteTask = typeof remoteTasks.$inferSelect;
