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
  description:
    "Remove low-scoring nodes from the reasoning graph. Cut away weak or bad thoughts of the graph of thoughts; only nodes that were scored can go. Needs no model.",
  toolset: "got",
  input: ReasoningGotPruneInput,
  output: ReasoningGotPruneOutput,
  annotations: { ...SETTLES, destructiveHint: true },
  async run(input, { store }: Context) {
    const { pruneGraph } = await import("../graph/manage-graph.ts");
    return pruneGraph(store, input);
  },
});
