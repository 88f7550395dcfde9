import type { Branch } from "@faculties/schemas/langbase-reasoning";
import type { BranchRow } from "../store/branch-store.ts";
import { iso } from "./iso.ts";

export function branchView(row: BranchRow): Branch {
  return {
    id: row.id,
    session_id: row.sessionId,
    name: row.name,
    parent_id: row.parentId,
    state: row.state,
    confidence: row.confidence,
    priority: row.priority,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}
