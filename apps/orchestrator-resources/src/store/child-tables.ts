import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildState } from "@faculties/schemas/orchestrator-resources/child-snapshot";
import { column, defineTable } from "@faculties/storage";

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
