import { defineTool } from "@faculties/mcp-kit";
import { ChatInput, ChatOutput } from "@faculties/schemas/converse/chat";
import { TimeBudget } from "../models/time-budget.ts";
import type { Context } from "../context.ts";
import { asksForRoots } from "../attachments/allowed-directories.ts";
import { withoutSecrets } from "../domain/without-secrets.ts";

export const chatTool = defineTool({
  name: "chat",
  title: "Chat",
  description: "Ask an AI model, with files and images as context; go on by continuation_id.",
  input: ChatInput,
  output: ChatOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  usesRoots: ({ files = [], images = [] }, context: Context) =>
    asksForRoots([...files, ...images], context),
  async run(input, context: Context, call) {
    const budget = new TimeBudget(context.settings.requestTimeoutMs);
    const { answerChat } = await import("../chat/answer-chat.ts");
    return answerChat(withoutSecrets(input, context.redact), context, call, budget);
  },
});
