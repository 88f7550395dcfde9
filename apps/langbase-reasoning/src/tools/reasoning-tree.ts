import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningTreeInput,
  ReasoningTreeOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningTreeTool = defineTool({
  name: "reasoning_tree",
  title: "Tree",
  description: "Explore several approaches as branches.",
  toolset: "tree",
  input: ReasoningTreeInput,
  output: ReasoningTreeOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { exploreBranches } = await import("../tree/explore-branches.ts");
    return exploreBranches(context, input, call);
  },
});
