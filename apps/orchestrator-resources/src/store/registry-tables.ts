import { column, defineTable } from "@faculties/storage";
import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import type { EventLevel, RunEventKind } from "@faculties/schemas/orchestrator-resources/run-event";

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

/** What retention has kept and dropped of one run's events or one namespace's; the last drop began after `droppedAfter`. */
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
