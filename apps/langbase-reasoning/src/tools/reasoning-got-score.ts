import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotScoreInput,
  ReasoningGotScoreOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-score";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotScoreTool = defineTool({
  name: "reasoning_got_score",
  title: "Score",
  description: "Rate a node.",
  toolset: "got",
  input: ReasoningGotScoreInput,
  output: ReasoningGotScoreOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { scoreNode } = await import("../graph/score-node.ts");
    return scoreNode(context, input, call);
  },
});
