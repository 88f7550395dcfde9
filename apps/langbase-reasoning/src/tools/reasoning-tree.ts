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
  description:
    "Branching exploration with multiple reasoning paths. Explores 2-4 distinct approaches and recommends the most promising one. Use it when a problem can be solved in different ways and you want alternatives next to each other; continue one of them by its branch_id. Asks a model.",
  toolset: "tree",
  input: ReasoningTreeInput,
  output: ReasoningTreeOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { exploreBranches } = await import("../tree/explore-branches.ts");
    return exploreBranches(context, input, call);
  },
});
