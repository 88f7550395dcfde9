import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning";
import type { ListedCheckpoint } from "../store/checkpoint-store.ts";
import { iso } from "./iso.ts";

export function checkpointView(row: ListedCheckpoint): CheckpointSummary {
  return {
    id: row.id,
    session_id: row.sessionId,
    branch_id: row.branchId,
    name: row.name,
    description: row.description,
    created_at: iso(row.createdAt),
    thought_count: row.thoughtCount,
    branch_count: row.branchCount,
    graph_count: row.graphCount,
  };
}
