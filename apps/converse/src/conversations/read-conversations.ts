import type { Storage } from "@faculties/storage";
import type { Context } from "../context.ts";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import { totalsOf } from "../domain/usage-totals.ts";
import {
  type Conversation,
  conversationNotFound,
  findConversation,
  listConversations,
  readHistory,
  readMessages,
} from "../store/conversations.ts";

export type ConversationSummary = ReturnType<typeof describeConversation>;
export type Transcript = NonNullable<Awaited<ReturnType<typeof readTranscript>>>;

type Reading = Pick<Context, "storage" | "idleMs">;

/** A conversation with its messages for a model; an unknown or expired one is an error. */
export async function openConversation(
  context: Reading,
  id: string,
): Promise<{ conversation: Conversation; history: ConversationMessage[] }> {
  const storage = await context.storage();
  return storage.read(async (tx) => {
    const conversation = await findConversation(tx, id, aliveSince(storage, context));
    if (conversation === undefined) throw conversationNotFound(id);
    return { conversation, history: await readHistory(tx, id) };
  });
}

/** Conversations that have not expired, the last used first, in the form of the resources and of `--json`. */
export async function listAlive(
  context: Reading,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const storage = await context.storage();
  const page = await storage.query((tx) =>
    listConversations(tx, { since: aliveSince(storage, context), limit, before }),
  );
  return { conversations: page.conversations.map(describeConversation), next: page.next };
}

/** A conversation with its messages for people and programs; undefined when it is unknown or expired. */
export async function readTranscript(context: Reading, id: string) {
  const storage = await context.storage();
  return storage.read(async (tx) => {
    const conversation = await findConversation(tx, id, aliveSince(storage, context));
    if (conversation === undefined) return undefined;
    const messages = await readMessages(tx, id);
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
  });
}

export async function requireTranscript(context: Reading, id: string): Promise<Transcript> {
  const transcript = await readTranscript(context, id);
  if (transcript === undefined) throw conversationNotFound(id);
  return transcript;
}

/** Conversations that were last used before this time have expired. */
function aliveSince(storage: Storage, { idleMs }: Reading): number {
  return Math.floor(storage.now() - idleMs);
}

function describeConversation(conversation: Conversation) {
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
