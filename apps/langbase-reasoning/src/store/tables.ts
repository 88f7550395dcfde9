import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";
import { column, defineTable } from "@faculties/storage";
import type { Snapshot } from "../domain/snapshot.ts";

type Json = Record<string, unknown>;

export const sessions = defineTable("sessions", {
  id: column.text().primaryKey(),
  mode: column.text().$type<ReasoningMode>().notNull(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
  metadata: column.json<Json>(),
  activeBranchId: column.text(),
});

export const thoughts = defineTable("thoughts", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text().notNull(),
  content: column.text().notNull(),
  confidence: column.real().notNull(),
  mode: column.text().$type<ReasoningMode>().notNull(),
  parentId: column.text(),
  branchId: column.text(),
  createdAt: column.integer().notNull(),
  metadata: column.json<Json>(),
});

export const branches = defineTable("branches", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text().notNull(),
  name: column.text(),
  parentId: column.text(),
  state: column.text().$type<Branch["state"]>().notNull(),
  confidence: column.real().notNull(),
  priority: column.integer().notNull(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
});

export const checkpoints = defineTable("checkpoints", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text().notNull(),
  branchId: column.text(),
  name: column.text().notNull(),
  description: column.text(),
  snapshot: column.json<Snapshot>().notNull(),
  thoughtCount: column.integer().notNull(),
  branchCount: column.integer().notNull(),
  graphCount: column.integer().notNull(),
  createdAt: column.integer().notNull(),
});

export const graphs = defineTable("graphs", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text().notNull(),
  problem: column.text(),
  maxDepth: column.integer().notNull(),
  maxBranches: column.integer().notNull(),
  pruneThreshold: column.real().notNull(),
  /** The branch on which a backtrack abandoned it; null while it is part of the session. */
  abandonedOn: column.text(),
  createdAt: column.integer().notNull(),
});

export const graphNodes = defineTable("graph_nodes", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  graphId: column.text().notNull(),
  content: column.text().notNull(),
  nodeType: column.text().$type<GraphNode["node_type"]>().notNull(),
  score: column.real(),
  depth: column.integer().notNull(),
  isActive: column.boolean().notNull(),
  isTerminal: column.boolean().notNull(),
  abandonedOn: column.text(),
  metadata: column.json<Json>(),
  createdAt: column.integer().notNull(),
});

export const graphEdges = defineTable("graph_edges", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  graphId: column.text().notNull(),
  fromNode: column.text().notNull(),
  toNode: column.text().notNull(),
  edgeType: column.text().$type<GraphEdge["edge_type"]>().notNull(),
  weight: column.real().notNull(),
  createdAt: column.integer().notNull(),
});

export const detections = defineTable("detections", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text(),
  thoughtId: column.text(),
  detectionType: column.text().$type<"bias" | "fallacy">().notNull(),
  name: column.text().notNull(),
  severity: column.integer().notNull(),
  confidence: column.real().notNull(),
  explanation: column.text().notNull(),
  remediation: column.text(),
  excerpt: column.text(),
  createdAt: column.integer().notNull(),
  metadata: column.json<Json>(),
});

export const invocations = defineTable("invocations", {
  id: column.text().primaryKey(),
  sessionId: column.text(),
  toolName: column.text().notNull(),
  input: column.json<Json>().notNull(),
  output: column.json<Json>(),
  pipeName: column.text(),
  provider: column.text().notNull(),
  latencyMs: column.real(),
  success: column.boolean().notNull(),
  /** The answer was not the requested JSON. */
  fallback: column.boolean().notNull(),
  error: column.text(),
  createdAt: column.integer().notNull(),
});

export const threads = defineTable("threads", {
  sessionId: column.text().notNull(),
  pipeName: column.text().notNull(),
  /** Empty for the main line. */
  branchId: column.text().notNull(),
  threadId: column.text().notNull(),
  /** The newest thought that the thread knows, and with it the line that leads to it. */
  tip: column.text().notNull(),
});

export const presetRuns = defineTable("preset_runs", {
  id: column.text().primaryKey(),
  position: column.integer().notNull(),
  sessionId: column.text().notNull(),
  presetId: column.text().notNull(),
  status: column.text().$type<"running" | "completed" | "failed">().notNull(),
  results: column.json<Json>().notNull(),
  error: column.text(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
});
