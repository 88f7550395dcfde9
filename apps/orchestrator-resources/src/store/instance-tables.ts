import { column, defineTable } from "@faculties/storage";

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

/** What one process asks of the one that owns a child or a run. */
export const requests = defineTable("requests", {
  seq: column.integer().primaryKey(),
  instanceId: column.text().notNull(),
  kind: column.text().notNull(),
  target: column.text().notNull(),
  payload: column.json<Record<string, unknown>>(),
});
