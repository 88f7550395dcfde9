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
  description:
    "Single-pass sequential reasoning. Process a thought and get a logical continuation or analysis. Use it to think a problem one step further in a chain; to compare several approaches use reasoning_tree. Asks a model once.",
  toolset: "core",
  input: ReasoningLinearInput,
  output: ReasoningLinearOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { thinkLinear } = await import("../thinking/think-linear.ts");
    return thinkLinear(context, input, call);
  },
});
