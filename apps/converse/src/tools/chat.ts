import { defineTool } from "@faculties/mcp-kit";
import { ChatInput, ChatOutput } from "@faculties/schemas/converse/chat";
import { TimeBudget } from "../models/time-budget.ts";
import type { Context } from "../context.ts";
import { asksForRoots } from "../attachments/allowed-directories.ts";
import { withoutSecrets } from "../domain/without-secrets.ts";

export const chatTool = defineTool({
  name: "chat",
  title: "Chat",
  description:
    "Ask another AI model (GPT, o3, Gemini, Grok, Claude, a local one) for a second opinion, a review or an explanation, with files, images or screenshots as context, and let it search the web if wanted. Continue the same conversation with continuation_id. One model at a time. It costs a call to that model, and the files are sent to its vendor.",
  input: ChatInput,
  output: ChatOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  isLong: () => true,
  usesRoots: ({ files = [], images = [] }, context: Context) =>
    asksForRoots([...files, ...images], context),
  async run(input, context: Context, call) {
    const budget = new TimeBudget(context.settings.requestTimeoutMs);
    const { answerChat } = await import("../chat/answer-chat.ts");
    return answerChat(withoutSecrets(input, context.redact), context, call, budget);
  },
});
