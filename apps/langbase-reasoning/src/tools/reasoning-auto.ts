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
  description: "Choose a reasoning mode.",
  toolset: "core",
  input: ReasoningAutoInput,
  output: ReasoningAutoOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { chooseMode } = await import("../thinking/choose-mode.ts");
    return chooseMode(context, input, call);
  },
});
