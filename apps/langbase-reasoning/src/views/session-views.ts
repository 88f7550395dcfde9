import type {
  Detection,
  Invocation,
  Session,
  Thought,
} from "@faculties/schemas/langbase-reasoning";
import type { DetectionRow } from "../store/detection-store.ts";
import type { InvocationRow } from "../store/invocation-store.ts";
import type { SessionRow } from "../store/session-store.ts";
import type { ThoughtRow } from "../store/thought-store.ts";
import { iso } from "./iso.ts";

export function sessionView(row: SessionRow): Session {
  return {
    id: row.id,
    mode: row.mode,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    metadata: row.metadata,
    active_branch_id: row.activeBranchId,
  };
}

export function thoughtView(row: ThoughtRow): Thought {
  return {
    id: row.id,
    session_id: row.sessionId,
    content: row.content,
    confidence: row.confidence,
    mode: row.mode,
    parent_id: row.parentId,
    branch_id: row.branchId,
    created_at: iso(row.createdAt),
    metadata: row.metadata,
  };
}

export function detectionView(row: DetectionRow): Detection {
  return {
    id: row.id,
    session_id: row.sessionId,
    thought_id: row.thoughtId,
    detection_type: row.detectionType,
    name: row.name,
    severity: row.severity,
    confidence: row.confidence,
    explanation: row.explanation,
    remediation: row.remediation,
    excerpt: row.excerpt,
    created_at: iso(row.createdAt),
    metadata: row.metadata,
  };
}

export function invocationView(row: InvocationRow): Invocation {
  return {
    id: row.id,
    session_id: row.sessionId,
    tool_name: row.toolName,
    input: row.input,
    output: row.output,
    pipe_name: row.pipeName,
    latency_ms: row.latencyMs === null ? null : Math.round(row.latencyMs),
    success: row.success,
    error: row.error,
    created_at: iso(row.createdAt),
  };
}
