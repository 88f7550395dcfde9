import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning/checkpoint";
import type { Detection } from "@faculties/schemas/langbase-reasoning/detection";
import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import type { Invocation } from "@faculties/schemas/langbase-reasoning/invocation";
import type { Session } from "@faculties/schemas/langbase-reasoning/session";
import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";

export type GraphRecord = {
  id: string;
  problem: string | null;
  config: { max_depth: number; max_branches: number; prune_threshold: number };
  /** The branch on which a backtrack abandoned it. */
  abandoned_on: string | null;
  nodes: GraphNode[];
  edges: GraphEdge[];
};

export type PresetRunRecord = {
  id: string;
  preset_id: string;
  status: "running" | "completed" | "failed";
  results: Record<string, unknown>;
  error: string | null;
  created_at: string;
};

/** A session with everything that belongs to it. */
export type SessionRecord = {
  session: Session;
  thoughts: Thought[];
  branches: Branch[];
  checkpoints: CheckpointSummary[];
  graphs: GraphRecord[];
  detections: Detection[];
  preset_runs: PresetRunRecord[];
  invocations: Invocation[];
};
