import type { ModelAnswer, Question } from "../ask/ask-model.ts";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import { refinementPrompt } from "../domain/refinement-prompt.ts";

/** For each answer the question that its model is asked next: its own answer, the others', and the custom wishes. */
export function refinementQuestions(
  first: Omit<Question, "target">,
  answers: readonly ModelAnswer[],
  custom: string | undefined,
): Question[] {
  return answers.map(({ target, text }) => {
    const others = answers.filter((other) => other.target !== target).map((other) => other.text);
    const own: ConversationMessage = { role: "assistant", text, images: [] };
    const next: ConversationMessage = {
      role: "user",
      text: refinementPrompt(others, custom),
      images: [],
    };
    return { ...first, target, messages: [...first.messages, own, next] };
  });
}
