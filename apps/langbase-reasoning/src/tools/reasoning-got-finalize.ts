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
  description: "Mark conclusions and return them.",
  toolset: "got",
  input: ReasoningGotFinalizeInput,
  output: ReasoningGotFinalizeOutput,
  annotations: SETTLES,
  async run(input, { store }: Context) {
    const { concludeGraph } = await import("../graph/manage-graph.ts");
    return concludeGraph(store, input);
  },
});
