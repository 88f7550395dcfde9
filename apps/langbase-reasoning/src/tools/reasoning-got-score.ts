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
  description:
    "Score a node's quality based on relevance, validity, depth, and novelty. Rate how good a thought of the graph of thoughts is, before you prune or refine. Asks a model.",
  toolset: "got",
  input: ReasoningGotScoreInput,
  output: ReasoningGotScoreOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { scoreNode } = await import("../graph/score-node.ts");
    return scoreNode(context, input, call);
  },
});
