import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAnalyzePerspectivesInput,
  ReasoningAnalyzePerspectivesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-analyze-perspectives";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAnalyzePerspectivesTool = defineTool({
  name: "reasoning_analyze_perspectives",
  title: "Perspectives",
  description:
    "Stakeholder power/interest matrix analysis. Maps stakeholders to quadrants (KeyPlayer, KeepSatisfied, KeepInformed, MinimalEffort) and identifies conflicts, alignments, and strategic engagement recommendations. Use it to find out which people are involved, who has influence, and who could stop a plan.",
  toolset: "decide",
  input: ReasoningAnalyzePerspectivesInput,
  output: ReasoningAnalyzePerspectivesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { analyzePerspectives } = await import("../decision/analyze-perspectives.ts");
    return analyzePerspectives(context, input, call);
  },
});
