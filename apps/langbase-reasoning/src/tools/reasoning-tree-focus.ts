import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeFocusInput,
  ReasoningTreeFocusOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree-focus";
import type { Context } from "../context.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningTreeFocusTool = defineTool({
  name: "reasoning_tree_focus",
  title: "Focus",
  description: "Make a branch the active one.",
  toolset: "tree",
  input: ReasoningTreeFocusInput,
  output: ReasoningTreeFocusOutput,
  annotations: SETTLES,
  async run(input, { store }: Context) {
    const { focusBranch } = await import("../tree/manage-branches.ts");
    return focusBranch(store, input);
  },
});
