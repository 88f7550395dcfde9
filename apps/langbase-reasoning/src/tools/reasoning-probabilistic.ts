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
  description:
    "Bayesian probability updates for belief revision. Takes prior probabilities and new evidence to compute posterior probabilities with entropy and uncertainty metrics. How likely is a hypothesis, such as where a bug is, given these observations? With both likelihoods given it is computed exactly, without a model.",
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
