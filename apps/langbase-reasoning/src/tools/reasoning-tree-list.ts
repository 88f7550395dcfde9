import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeListInput,
  ReasoningTreeListOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { groupBy } from "../domain/group-by.ts";
import { branchView } from "../views/branch-view.ts";
import { READS } from "./annotations.ts";

export const reasoningTreeList = defineTool({
  name: "reasoning_tree_list",
  title: "Branches",
  description: "List a session's branches.",
  toolset: "tree",
  input: ReasoningTreeListInput,
  output: ReasoningTreeListOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const { session, branches, thoughts } = await store.read(async (unit) => ({
      session: await unit.sessions.find(session_id),
      branches: await unit.branches.all(session_id),
      thoughts: await unit.thoughts.all(session_id),
    }));
    const byBranch = groupBy(thoughts, ({ branchId }) => branchId);
    return {
      session_id,
      active_branch_id: session.activeBranchId,
      branches: branches.map((branch) => ({
        ...branchView(branch),
        is_active: branch.id === session.activeBranchId,
        thought_count: byBranch.get(branch.id)?.length ?? 0,
      })),
      count: branches.length,
    };
  },
});
