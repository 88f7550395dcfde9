import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeCompleteInput,
  ReasoningTreeCompleteOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree-complete";
import type { Context } from "../context.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningTreeCompleteTool = defineTool({
  name: "reasoning_tree_complete",
  title: "Complete",
  description:
    "Mark a branch as completed or abandoned. Use it when a line of thought of a reasoning tree is finished or leads nowhere. Needs no model.",
  toolset: "tree",
  input: ReasoningTreeCompleteInput,
  output: ReasoningTreeCompleteOutput,
  annotations: SETTLES,
  async run(input, { store }: Context) {
    const { closeBranch } = await import("../tree/manage-branches.ts");
    return closeBranch(store, input);
  },
});
