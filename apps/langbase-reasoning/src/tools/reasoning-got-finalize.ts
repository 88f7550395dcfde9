import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotFinalizeInput,
  ReasoningGotFinalizeOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-finalize";
import type { Context } from "../context.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningGotFinalizeTool = defineTool({
  name: "reasoning_got_finalize",
  title: "Finalize",
  description:
    "Mark terminal nodes and retrieve final conclusions from the reasoning graph. Finish the graph of thoughts and get the conclusions it comes to in the end, best first. Needs no model.",
  toolset: "got",
  input: ReasoningGotFinalizeInput,
  output: ReasoningGotFinalizeOutput,
  annotations: SETTLES,
  async run(input, { store }: Context) {
    const { concludeGraph } = await import("../graph/manage-graph.ts");
    return concludeGraph(store, input);
  },
});
