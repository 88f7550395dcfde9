/** A session at a checkpoint, without the contents: they never change, so they are not copied. */
export type Snapshot = {
  active_branch_id: string | null;
  /** The newest thought of the active line. */
  tip: string | null;
  thoughts: [id: string, branchId: string | null][];
  branches: BranchState[];
  graphs: GraphState[];
};

type BranchState = {
  id: string;
  name: string | null;
  parent_id: string | null;
  state: "active" | "completed" | "abandoned";
  confidence: number;
  priority: number;
};

export type GraphState = {
  id: string;
  nodes: [id: string, score: number | null, isActive: 0 | 1, isTerminal: 0 | 1][];
};
