import type {
  Branch,
  CheckpointSummary,
  GraphEdge,
  GraphNode,
  ReasoningMakeDecisionOutput,
  ReasoningProbabilisticOutput,
  Thought,
} from "@faculties/schemas/langbase-reasoning";

export type SessionEntry = {
  id: string;
  mode: string;
  title: string | null;
  updated_at: string;
  thought_count: number;
};

export type ThoughtGraphRecord = {
  id: string;
  problem: string | null;
  nodes: GraphNode[];
  edges: GraphEdge[];
};

export type SessionRecord = {
  session: { id: string; mode: string; updated_at: string; active_branch_id: string | null };
  thoughts: Thought[];
  branches: Branch[];
  checkpoints: CheckpointSummary[];
  graphs: ThoughtGraphRecord[];
};

export type StoredDecision = Omit<ReasoningMakeDecisionOutput, "session_id" | "notes">;
export type StoredUpdate = Omit<ReasoningProbabilisticOutput, "session_id" | "notes">;

/** A thought that is a decision keeps the whole of it. */
export function decisionOf({ mode, metadata }: Thought): StoredDecision | undefined {
  return mode === "decision" && metadata?.["rankings"] ? (metadata as StoredDecision) : undefined;
}

/** A thought that is an update of a probability keeps its steps. */
export function updateOf({ mode, metadata }: Thought): StoredUpdate | undefined {
  return mode === "probabilistic" && metadata?.["update_steps"]
    ? (metadata as StoredUpdate)
    : undefined;
}

/** The mode of a session in a word that needs no explanation. */
export function modeWord(mode: string): string {
  return mode === "got" ? "graph" : mode;
}
