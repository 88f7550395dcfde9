import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningProbabilisticInput,
  ReasoningProbabilisticOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningProbabilisticTool = defineTool({
  name: "reasoning_probabilistic",
  title: "Bayes",
  description: "Update a probability by evidence.",
  toolset: "decide",
  hasView: true,
  input: ReasoningProbabilisticInput,
  output: ReasoningProbabilisticOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { updateProbability } = await import("../decision/update-probability.ts");
    return updateProbability(context, input, call);
  },
});
