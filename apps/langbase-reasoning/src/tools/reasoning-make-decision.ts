import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningMakeDecisionInput,
  ReasoningMakeDecisionOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import type { Context } from "../context.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { THINKS } from "./annotations.ts";

// Every pair is compared under every criterion: a thousand alternatives would be half a million judgements each.
const MOST_COMPARED = 100;

export const reasoningMakeDecisionTool = defineTool({
  name: "reasoning_make_decision",
  title: "Decide",
  description:
    "Multi-criteria decision analysis using weighted scoring, pairwise comparison, or TOPSIS methods. Evaluates alternatives against criteria with optional weights and provides ranked recommendations. Use it when the user must choose between options: it is a decision matrix that compares, scores and ranks them and says how sure the winner is. Give scores (0–1) yourself: that is exact, instant and free; without them a model is asked. Not for yes/no questions.",
  toolset: "decide",
  hasView: true,
  input: ReasoningMakeDecisionInput,
  output: ReasoningMakeDecisionOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    if (input.method === "pairwise" && input.alternatives.length > MOST_COMPARED)
      throw invalid(
        "alternatives",
        `Pairwise comparison takes at most ${MOST_COMPARED}; use weighted_sum or topsis`,
      );

    const { makeDecision } = await import("../decision/make-decision.ts");
    return makeDecision(context, input, call);
  },
});
