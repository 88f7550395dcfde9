import { CodedError } from "@faculties/errors";
import type { Notice } from "@faculties/schemas/converse/notice";
import type { Context } from "../context.ts";
import type { Conversation } from "../store/conversations.ts";
import { conversationKey } from "../store/lock-keys.ts";
import { newConversationId, type SavedTurn, saveTurn, type Turn } from "../store/turns.ts";

type StoredTurn = Pick<SavedTurn, "id" | "messageCount"> & {
  /** Of the whole conversation; absent when the turn could not be stored. */
  totals?: SavedTurn["totals"];
  notices: Notice[];
};

/**
 * Stores a turn and notifies subscribers, unless the call was aborted before. An answer that was paid for is not lost when
 * it cannot be stored: a notice says so.
 */
export async function storeTurn(
  context: Context,
  turn: Turn,
  { earlier, signal }: { earlier: Conversation | undefined; signal: AbortSignal },
): Promise<StoredTurn> {
  signal.throwIfAborted();
  try {
    const saved = await writeTurn(context, turn);
    context.announce(saved);
    return { ...saved, notices: [] };
  } catch (error) {
    signal.throwIfAborted();
    context.log.error("an answer could not be stored", { error });
    return {
      id: earlier?.id ?? newConversationId(turn.newIdPrefix),
      messageCount: earlier?.messageCount ?? 0,
      notices: [notStored(error, earlier, context.redact)],
    };
  }
}

/** Turns of one conversation wait for each other; all others are written at the same time. */
export async function writeTurn(
  { storage: open, writer }: Pick<Context, "storage" | "writer">,
  turn: Turn,
): Promise<SavedTurn> {
  const storage = await open();
  return storage.write((tx) => saveTurn(tx, turn, { now: storage.now(), writer }), {
    locks: turn.id === undefined ? [] : [conversationKey(turn.id)],
  });
}

function notStored(
  error: unknown,
  earlier: Conversation | undefined,
  redact: Context["redact"],
): Notice {
  const reason = error instanceof CodedError ? redact(error.message) : "The database failed.";
  const consequence = earlier
    ? "Its conversation does not know of this question and answer."
    : "Its continuation id cannot be used.";
  return {
    type: "not_stored",
    message: `The answer could not be stored. ${consequence} Reason: ${reason}`,
  };
}
