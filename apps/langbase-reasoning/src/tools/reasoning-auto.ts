import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAutoInput,
  ReasoningAutoOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-auto";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAutoTool = defineTool({
  name: "reasoning_auto",
  title: "Auto",
  description:
    "Automatically select the most appropriate reasoning mode based on content analysis. Which reasoning method, way of thinking or tool (linear, tree, divergent, reflection, graph of thoughts …) suits this problem or question best? Call the recommended one afterwards. Works without a model.",
  toolset: "core",
  input: ReasoningAutoInput,
  output: ReasoningAutoOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { chooseMode } = await import("../thinking/choose-mode.ts");
    return chooseMode(context, input, call);
  },
});
