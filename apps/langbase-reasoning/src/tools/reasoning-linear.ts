import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningLinearInput,
  ReasoningLinearOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-linear";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningLinearTool = defineTool({
  name: "reasoning_linear",
  title: "Linear",
  description: "Think one step further.",
  toolset: "core",
  input: ReasoningLinearInput,
  output: ReasoningLinearOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { thinkLinear } = await import("../thinking/think-linear.ts");
    return thinkLinear(context, input, call);
  },
});
