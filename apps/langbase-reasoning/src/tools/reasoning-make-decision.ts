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
  description: "Rank alternatives by weighted criteria.",
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
