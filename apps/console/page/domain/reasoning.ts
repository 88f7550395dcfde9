import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning/checkpoint";
import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import type { ReasoningMakeDecisionOutput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import type { ReasoningProbabilisticOutput } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";

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
