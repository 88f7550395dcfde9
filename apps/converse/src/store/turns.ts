import { randomUUID } from "node:crypto";
import {
  type Transaction,
  advanceSequence,
  appendAtCommit,
  eq,
  sequenceValue,
} from "@faculties/storage";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import type { Spent } from "../domain/usage-totals.ts";
import { conversationNotFound } from "./conversations.ts";
import { type AnswerDetails, conversations, images, messages } from "./tables.ts";

/** A question with its answer; both are stored, or neither. */
export type Turn = {
  /** The conversation to continue; a new one gets an id that begins with `newIdPrefix`. */
  id: string | undefined;
  newIdPrefix: "conv" | "consensus";
  /** The provider and model that the conversation stays with. */
  provider: string;
  model: string;
  question: ConversationMessage;
  files: readonly string[];
  answer: string;
  /** The models that answered, in words. */
  answeredBy: string;
  details: AnswerDetails;
  spent: Spent;
};

export type SavedTurn = {
  id: string;
  messageCount: number;
  totals: Spent;
};

const LONGEST_TITLE = 80;
const CHANGES = "conversation_changes";
/** Never visible: the commit sets the number. */
const NOT_YET_NUMBERED = 0;

/** Appends a turn to its conversation, even if other turns were added after it was asked. */
export async function saveTurn(
  tx: Transaction,
  turn: Turn,
  { now, writer }: { now: number; writer: string },
): Promise<SavedTurn> {
  const { provider, model, spent } = turn;
  const before = turn.id === undefined ? undefined : await find(tx, turn.id);
  const id = before?.id ?? newConversationId(turn.newIdPrefix);
  const messageCount = (before?.messageCount ?? 0) + 2;
  const totals = addSpent(before, spent);
  const row = {
    provider,
    model,
    messageCount,
    ...totals,
    costUsd: totals.costUsd ?? null,
    updatedAt: now,
    writer,
  };
  if (before === undefined) {
    const title = titleOf(turn.question.text);
    const created = { id, title, createdAt: now, change: NOT_YET_NUMBERED, ...row };
    await tx.insert(conversations).values(created);
  }
  await insertMessages(tx, turn, { id, position: messageCount - 1, now });
  await advanceSequence(tx, CHANGES);
  await appendAtCommit(tx, (ordered) =>
    ordered
      .update(conversations)
      .set({ ...(before && row), change: sequenceValue(CHANGES) })
      .where(eq(conversations.id, id)),
  );
  return { id, messageCount, totals };
}

export function newConversationId(prefix: Turn["newIdPrefix"]): string {
  return `${prefix}_${randomUUID()}`;
}

async function find(tx: Transaction, id: string) {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
  if (row === undefined) throw conversationNotFound(id);
  return row;
}

function addSpent(
  before: { inputTokens: number; outputTokens: number; costUsd: number | null } | undefined,
  { inputTokens, outputTokens, costUsd }: Spent,
): Spent {
  const known = [before?.costUsd ?? undefined, costUsd].filter((cost) => cost !== undefined);
  return {
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
    costUsd: known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0),
  };
}

async function insertMessages(
  tx: Transaction,
  { question, files, answer, answeredBy, details }: Turn,
  { id, position, now }: { id: string; position: number; now: number },
): Promise<void> {
  const shared = { conversationId: id, createdAt: now };
  await tx.insert(messages).values([
    {
      ...shared,
      position,
      role: "user",
      text: question.text,
      context: question.context ?? null,
      files: [...files],
      model: null,
      details: null,
    },
    {
      ...shared,
      position: position + 1,
      role: "assistant",
      text: answer,
      context: null,
      files: [],
      model: answeredBy,
      details,
    },
  ]);
  const pictures = question.images.map(({ mimeType, base64 }, index) => ({
    conversationId: id,
    position,
    number: index + 1,
    mimeType,
    bytes: Buffer.from(base64, "base64"),
  }));
  if (pictures.length > 0) await tx.insert(images).values(pictures);
}

function titleOf(text: string): string {
  const line = text
    .slice(0, LONGEST_TITLE * 4)
    .trim()
    .replaceAll(/\s+/g, " ");
  const letters = [...line];
  return letters.length <= LONGEST_TITLE
    ? line
    : `${letters.slice(0, LONGEST_TITLE - 1).join("")}…`;
}
