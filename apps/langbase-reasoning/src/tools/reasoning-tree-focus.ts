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
  description:
    "Focus on a specific branch, making it the active branch for the session. Switch to, or back to, another branch (line of thought) of a reasoning tree and continue to work on it. Needs no model.",
  toolset: "tree",
  input: ReasoningTreeFocusInput,
  output: ReasoningTreeFocusOutput,
  annotations: SETTLES,
  async run(input, { store }: Context) {
    const { focusBranch } = await import("../tree/manage-branches.ts");
    return focusBranch(store, input);
  },
});
