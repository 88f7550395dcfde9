import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { column, defineTable } from "@faculties/storage";

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
  spec: column.json<ChildSpec>().notNull(),
  state: column.text().$type<"queued" | "taken" | "ended">().notNull(),
  workerId: column.text(),
  childId: column.text(),
  exitCode: column.integer(),
  /** Why it failed; null when it did not. */
  error: column.text(),
  output: column.text(),
});

export type RemoteTask = typeof remoteTasks.$inferSelect;
