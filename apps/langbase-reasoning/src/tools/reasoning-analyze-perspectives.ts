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
  description: "Map stakeholders by power and interest.",
  toolset: "decide",
  input: ReasoningAnalyzePerspectivesInput,
  output: ReasoningAnalyzePerspectivesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { analyzePerspectives } = await import("../decision/analyze-perspectives.ts");
    return analyzePerspectives(context, input, call);
  },
});
