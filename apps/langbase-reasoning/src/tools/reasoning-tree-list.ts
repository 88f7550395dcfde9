import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeListInput,
  ReasoningTreeListOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { branchView } from "../views/branch-view.ts";
import { READS } from "./annotations.ts";

export const reasoningTreeList = defineTool({
  name: "reasoning_tree_list",
  title: "Branches",
  description: "List a session's branches.",
  toolset: "tree",
  hasView: true,
  input: ReasoningTreeListInput,
  output: ReasoningTreeListOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const { session, branches, counts } = await store.read(async (unit) => ({
      session: await unit.sessions.find(session_id),
      branches: await unit.branches.all(session_id),
      counts: await unit.thoughts.countByBranch(session_id),
    }));
    return {
      session_id,
      active_branch_id: session.activeBranchId,
      branches: branches.map((branch) => ({
        ...branchView(branch),
        is_active: branch.id === session.activeBranchId,
        thought_count: counts.get(branch.id) ?? 0,
      })),
      count: branches.length,
    };
  },
});
