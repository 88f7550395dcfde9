import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeFocusInput,
  ReasoningTreeFocusOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { withinSession } from "../store/within-session.ts";
import { branchView } from "../views/branch-view.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningTreeFocus = defineTool({
  name: "reasoning_tree_focus",
  title: "Focus",
  description: "Make a branch the active one.",
  toolset: "tree",
  input: ReasoningTreeFocusInput,
  output: ReasoningTreeFocusOutput,
  annotations: SETTLES,
  async run({ session_id, branch_id }, { store }: Context) {
    const { previous, branch } = await store.write(async (unit) => {
      const session = await unit.sessions.find(session_id);
      const found = await unit.branches.find(branch_id, session_id);
      if (found.state !== "active") await unit.branches.change(branch_id, { state: "active" });
      await unit.sessions.setActiveBranch(session_id, branch_id);
      return { previous: session.activeBranchId, branch: await unit.branches.find(branch_id) };
    }, withinSession(session_id));
    return { session_id, branch_id, previous_branch: previous, branch: branchView(branch) };
  },
});
