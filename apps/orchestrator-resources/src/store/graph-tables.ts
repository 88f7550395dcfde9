import type { GraphOperation } from "@faculties/schemas/orchestrator-resources/graph-operation";
import type { NormalisedGraph } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { TransactionState } from "@faculties/schemas/orchestrator-resources/transaction";
import { column, defineTable } from "@faculties/storage";
import type { GraphDelta } from "../domain/graph-delta.ts";

export const graphs = defineTable("graphs", {
  graphId: column.text().primaryKey(),
  name: column.text().notNull(),
  latestVersion: column.integer().notNull(),
  createdAt: column.integer().notNull(),
});

export type StoredGraph = Pick<NormalisedGraph, "name" | "nodes" | "edges" | "metadata">;

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
