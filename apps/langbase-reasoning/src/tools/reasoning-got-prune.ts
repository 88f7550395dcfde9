import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotPruneInput,
  ReasoningGotPruneOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-prune";
import type { Context } from "../context.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningGotPruneTool = defineTool({
  name: "reasoning_got_prune",
  title: "Prune",
  description: "Drop nodes that score low.",
  toolset: "got",
  input: ReasoningGotPruneInput,
  output: ReasoningGotPruneOutput,
  annotations: { ...SETTLES, destructiveHint: true },
  async run(input, { store }: Context) {
    const { pruneGraph } = await import("../graph/manage-graph.ts");
    return pruneGraph(store, input);
  },
});
