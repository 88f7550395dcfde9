import { totalsOf } from "../domain/usage-totals.ts";
import type { Conversation, StoredMessage } from "../store/read-conversations.ts";

export type Transcript = { conversation: Conversation; messages: readonly StoredMessage[] };

/** A conversation without what was said, in the form of the resources and of `--json`. */
export function describeConversation(conversation: Conversation) {
  const { id, title, provider, model, messageCount, createdAt, updatedAt, costUsd } = conversation;
  const { inputTokens, outputTokens } = conversation;
  return {
    id,
    title,
    provider,
    model,
    message_count: messageCount,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    usage: totalsOf([{ inputTokens, outputTokens, costUsd: costUsd ?? undefined }]),
  };
}

/** A conversation with all that was said. */
export function describeTranscript({ conversation, messages }: Transcript) {
  return {
    ...describeConversation(conversation),
    messages: messages.map(({ role, text, model, files, images, details, createdAt }) => ({
      role,
      ...(model !== null && { model }),
      at: new Date(createdAt).toISOString(),
      content: text,
      ...(files.length > 0 && { files }),
      ...(images > 0 && { images }),
      ...details,
    })),
  };
}
