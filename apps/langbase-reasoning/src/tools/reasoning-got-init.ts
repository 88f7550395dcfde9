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
  description: "Start a graph of thoughts.",
  toolset: "got",
  input: ReasoningGotInitInput,
  output: ReasoningGotInitOutput,
  annotations: RECORDS,
  async run(input, { store }: Context) {
    const { createGraph } = await import("../graph/manage-graph.ts");
    return createGraph(store, input);
  },
});
