import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeListInput,
  ReasoningTreeListOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree-list";
import type { Context } from "../context.ts";
import { READS } from "./annotations.ts";

export const reasoningTreeListTool = defineTool({
  name: "reasoning_tree_list",
  title: "Branches",
  description:
    "List all branches in a session. Shows the lines of thought explored so far in a reasoning tree, with their state and which one is active. Needs no model.",
  toolset: "tree",
  hasView: true,
  input: ReasoningTreeListInput,
  output: ReasoningTreeListOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const { branchesOf } = await import("../tree/manage-branches.ts");
    return branchesOf(store, session_id);
  },
});
