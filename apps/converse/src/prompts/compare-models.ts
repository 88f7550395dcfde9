import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { modelsToAsk } from "./models-to-ask.ts";

export const compareModelsPrompt = definePrompt<Context>({
  name: "compare-models",
  title: "Compare models",
  description: "Ask several models the same question and see where they agree",
  uses: ["consensus"],
  arguments: [
    { name: "question", description: "the question or proposal to judge", required: true },
    {
      name: "models",
      description: "which models, separated by commas (default: one of each configured vendor)",
      async complete(context, typed) {
        const chosen = typed.split(",").slice(0, -1);
        const before = chosen.length > 0 ? `${chosen.join(",")},` : "";
        return (await modelsToAsk(context)).map((model) => `${before}${model}`);
      },
    },
  ],
  render({ question = "", models = "" }) {
    const which =
      models.trim() === ""
        ? "one model of each vendor that is configured"
        : `these models: ${models}`;
    return `Ask ${which} with consensus: ${question}

Put everything that they must know into "prompt", and files by absolute path into "relevant_files". Then show me a table of the models and their position in one sentence each, the points on which all agree, the points on which they differ with the better argument, and your recommendation. Name models that failed, and why.`;
  },
});
