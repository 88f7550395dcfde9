import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotGenerateInput,
  ReasoningGotGenerateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-generate";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotGenerateTool = defineTool({
  name: "reasoning_got_generate",
  title: "Generate",
  description:
    "Generate k diverse continuations from a node in the reasoning graph. Expand a node of the graph of thoughts into several new thoughts. Asks a model.",
  toolset: "got",
  input: ReasoningGotGenerateInput,
  output: ReasoningGotGenerateOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { generateNodes } = await import("../graph/generate-nodes.ts");
    return generateNodes(context, input, call);
  },
});
