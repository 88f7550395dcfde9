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
  description: "Continue a node in several ways.",
  toolset: "got",
  input: ReasoningGotGenerateInput,
  output: ReasoningGotGenerateOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { generateNodes } = await import("../graph/generate-nodes.ts");
    return generateNodes(context, input, call);
  },
});
