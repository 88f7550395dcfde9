import { CodedError } from "@faculties/errors";
import { type Transaction, and, asc, count, desc, eq, gt, gte, lt, max } from "@faculties/storage";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import { shownName } from "../domain/shown-name.ts";
import { conversations, images, messages } from "./tables.ts";

export type Conversation = typeof conversations.$inferSelect;
/** `images` is their number. */
type StoredMessage = typeof messages.$inferSelect & { images: number };
type Page = { conversations: Conversation[]; next: number | undefined };

/** The conversation of that id, unless it was last used before `since`. */
export async function findConversation(
  tx: Transaction,
  id: string,
  since: number,
): Promise<Conversation | undefined> {
  const isAlive = and(eq(conversations.id, id), gte(conversations.updatedAt, since));
  const [row] = await tx.select().from(conversations).where(isAlive);
  return row;
}

/** The messages with the number of their images, for people. */
export async function readMessages(tx: Transaction, id: string): Promise<StoredMessage[]> {
  const counts = await tx
    .select({ position: images.position, images: count() })
    .from(images)
    .where(eq(images.conversationId, id))
    .groupBy(images.position);
  const imagesAt = new Map(counts.map((row) => [row.position, row.images]));
  const rows = await messageRows(tx, id);
  return rows.map((row) => ({ ...row, images: imagesAt.get(row.position) ?? 0 }));
}

async function messageRows(tx: Transaction, id: string) {
  return tx
    .select()
    .from(messages)
    .where(eq(messages.conversationId, id))
    .orderBy(asc(messages.position));
}

/** The messages with their images, for a model. */
export async function readHistory(tx: Transaction, id: string): Promise<ConversationMessage[]> {
  const rows = await messageRows(tx, id);
  const pictures = await tx
    .select()
    .from(images)
    .where(eq(images.conversationId, id))
    .orderBy(asc(images.position), asc(images.number));
  return rows.map(({ role, text, context, position }) => ({
    role: role === "user" ? "user" : "assistant",
    text,
    context: context ?? undefined,
    images: pictures
      .filter((picture) => picture.position === position)
      .map(({ mimeType, bytes }) => ({ mimeType, base64: bytes.toString("base64") })),
  }));
}

/** Conversations that were used since `since`, the last used first; `next` is the cursor of the next page. */
export async function listConversations(
  tx: Transaction,
  { since, limit, before }: { since: number; limit: number; before?: number | undefined },
): Promise<Page> {
  const isEarlier = before === undefined ? undefined : lt(conversations.change, before);
  const rows = await tx
    .select()
    .from(conversations)
    .where(and(gte(conversations.updatedAt, since), isEarlier))
    .orderBy(desc(conversations.change))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { conversations: page, next: last?.change };
}

export async function lastChange(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ last: max(conversations.change) }).from(conversations);
  return row?.last ?? 0;
}

/** The conversations that have changed after the given change, oldest change first. */
export async function changesAfter(tx: Transaction, change: number, limit: number) {
  const { id, change: number, messageCount, writer } = conversations;
  return tx
    .select({ id, number, messageCount, writer })
    .from(conversations)
    .where(gt(number, change))
    .orderBy(asc(number))
    .limit(limit);
}

export function conversationNotFound(id: string): CodedError {
  return new CodedError(
    "CONVERSATION_NOT_FOUND",
    `Conversation not found: ${shownName(id)}. It may have expired. Leave continuation_id out to begin a new one.`,
  );
}
