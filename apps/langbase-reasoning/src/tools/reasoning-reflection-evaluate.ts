import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningReflectionEvaluateInput,
  ReasoningReflectionEvaluateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-reflection-evaluate";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningReflectionEvaluateTool = defineTool({
  name: "reasoning_reflection_evaluate",
  title: "Evaluate",
  description:
    "Evaluate a session's overall reasoning quality, coherence, and provide recommendations. Assesses how good the thinking of a whole session was; for one thought use reasoning_reflection.",
  toolset: "core",
  input: ReasoningReflectionEvaluateInput,
  output: ReasoningReflectionEvaluateOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { evaluateSession } = await import("../reflection/evaluate-session.ts");
    return evaluateSession(context, input, call);
  },
});
