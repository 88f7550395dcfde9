import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type {
  NodeState,
  RunSnapshot,
  RunState,
} from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { column, defineTable } from "@faculties/storage";

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
});

export type RunNodeRow = typeof runNodes.$inferSelect;

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
