import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeCompleteInput,
  ReasoningTreeCompleteOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import type { Unit } from "../store/unit.ts";
import { withinSession } from "../store/within-session.ts";
import { branchView } from "../views/branch-view.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningTreeComplete = defineTool({
  name: "reasoning_tree_complete",
  title: "Complete",
  description: "Complete or abandon a branch.",
  toolset: "tree",
  input: ReasoningTreeCompleteInput,
  output: ReasoningTreeCompleteOutput,
  annotations: SETTLES,
  async run({ session_id, branch_id, state }, { store }: Context) {
    const { branch, active } = await store.write(async (unit) => {
      const session = await unit.sessions.find(session_id);
      await unit.branches.find(branch_id, session_id);
      await unit.branches.change(branch_id, { state });
      const closed = await unit.branches.find(branch_id);
      if (session.activeBranchId !== branch_id)
        return { branch: closed, active: session.activeBranchId };
      const next = await openAncestor(unit, closed.parentId);
      await unit.sessions.setActiveBranch(session_id, next);
      return { branch: closed, active: next };
    }, withinSession(session_id));
    return { session_id, branch_id, state, active_branch_id: active, branch: branchView(branch) };
  },
});

/** The nearest branch above that is still active; null for the main line. */
async function openAncestor(unit: Unit, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const branch = await unit.branches.find(id);
  return branch.state === "active" ? id : openAncestor(unit, branch.parentId);
}
