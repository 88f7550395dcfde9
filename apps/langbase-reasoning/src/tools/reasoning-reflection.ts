import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningReflectionInput,
  ReasoningReflectionOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-reflection";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningReflectionTool = defineTool({
  name: "reasoning_reflection",
  title: "Reflection",
  description:
    "Meta-cognitive reasoning that analyzes and improves reasoning quality. Evaluates strengths, weaknesses, and provides recommendations. Use it to critique and improve one argument or thought; for a whole session use reasoning_reflection_evaluate. Asks a model.",
  toolset: "core",
  input: ReasoningReflectionInput,
  output: ReasoningReflectionOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { reflect } = await import("../reflection/reflect.ts");
    return reflect(context, input, call);
  },
});
