import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { modelsToAsk } from "./models-to-ask.ts";

export const secondOpinionPrompt = definePrompt<Context>({
  name: "second-opinion",
  title: "Second opinion",
  description: "Ask another model what it thinks, and compare its answer with yours",
  uses: ["chat"],
  arguments: [
    {
      name: "question",
      description: "what to ask; what we are working on if empty",
    },
    {
      name: "model",
      description: "which model to ask (default: the best that is configured)",
      complete: modelsToAsk,
    },
  ],
  render({ question = "", model = "" }) {
    const subject =
      question.trim() === ""
        ? "the question or the piece of work that we are on"
        : `this: ${question}`;
    const which = model.trim() === "" ? "Leave model out." : `Set model to "${model.trim()}".`;
    return `Get a second opinion on ${subject}

1. Form your own answer first, in a few sentences, and keep it.
2. Call chat once. In "prompt" put the question, what the other model must know (it sees nothing else), and what you want back; not your own answer. Give files that matter by absolute path in "files", but no secrets. ${which}
3. Show me: what the other model says in short, where it agrees with you, where it does not, and which is right on each point and why. Check claims about our code against the code.`;
  },
});
