import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotInitInput,
  ReasoningGotInitOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-init";
import type { Context } from "../context.ts";
import { RECORDS } from "./annotations.ts";

export const reasoningGotInitTool = defineTool({
  name: "reasoning_got_init",
  title: "Graph",
  description:
    "Initialize a new Graph-of-Thoughts reasoning graph with a root node. Start a thought graph (GoT) when ideas shall be generated, scored, merged and refined; then use reasoning_got_generate. For a simple choice of approaches use reasoning_tree.",
  toolset: "got",
  input: ReasoningGotInitInput,
  output: ReasoningGotInitOutput,
  annotations: RECORDS,
  async run(input, { store }: Context) {
    const { createGraph } = await import("../graph/manage-graph.ts");
    return createGraph(store, input);
  },
});
