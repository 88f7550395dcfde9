import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

export const checkArgumentPrompt = definePrompt<Context>({
  name: "check-argument",
  title: "Check an argument",
  description: "Find biases and fallacies in a text, or in what was said so far",
  uses: ["reasoning_detect_biases", "reasoning_detect_fallacies"],
  arguments: [
    { name: "text", description: "the argument; your own reasoning in this talk if empty" },
  ],
  render({ text = "" }) {
    const subject =
      text.trim() === ""
        ? "Write down, in one paragraph, the argument on which our current plan rests."
        : `The argument: ${text}`;
    return `${subject}

Call reasoning_detect_fallacies and reasoning_detect_biases with it as "content". For each detection say whether you agree, quote the passage, and give a better wording. Then say whether the conclusion still holds.`;
  },
});
