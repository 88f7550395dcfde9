import type {
  Branch,
  CheckpointSummary,
  Detection,
  GraphEdge,
  GraphNode,
  Invocation,
  Session,
  Thought,
} from "@faculties/schemas/langbase-reasoning";

export type GraphRecord = {
  id: string;
  problem: string | null;
  config: { max_depth: number; max_branches: number; prune_threshold: number };
  /** The branch that keeps it since a backtrack. */
  abandoned_on: string | null;
  nodes: GraphNode[];
  edges: GraphEdge[];
};

type PresetRunRecord = {
  id: string;
  preset_id: string;
  status: "running" | "completed" | "failed";
  results: Record<string, unknown>;
  error: string | null;
  created_at: string;
};

/** Everything that is stored of a session. */
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
