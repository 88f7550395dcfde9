import { DECISION_METHODS } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

export const decidePrompt = definePrompt<Context>({
  name: "decide",
  title: "Decide",
  description: "Rank options by weighted criteria and see what would change the result",
  uses: ["reasoning_make_decision"],
  arguments: [
    { name: "question", description: "what has to be decided", required: true },
    { name: "options", description: "the options, separated by commas (default: you name them)" },
    {
      name: "method",
      description: "how to compute the ranking (default: weighted_sum)",
      complete: () => DECISION_METHODS,
    },
  ],
  render({ question = "", options = "", method = "" }) {
    const given =
      options.trim() === ""
        ? "Name the two to six options that are realistic here."
        : `The options are: ${options}.`;
    const chosen = method.trim() === "" ? "" : ` Use the method "${method.trim()}".`;
    return `Help me decide: ${question}

1. ${given} Name three to seven criteria with weights from 0 to 1, from what we know about the project.
2. Score every option on every criterion from 0 (worst) to 1 (best); where you do not know, look it up or say that you guess.
3. Call reasoning_make_decision with question, alternatives, criteria and your scores.${chosen}
4. Show me the ranking as a table, the recommendation in one sentence, and which change of a weight would let another option win. Do not act on it before I agree.`;
  },
});
