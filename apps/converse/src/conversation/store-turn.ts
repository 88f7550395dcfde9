import { CodedError } from "@faculties/errors";
import type { Notice } from "@faculties/schemas/converse/notice";
import type { ConverseContext } from "../context.ts";
import type { Conversation } from "../store/read-conversations.ts";
import { newConversationId, type SavedTurn, type Turn } from "../store/save-turn.ts";

type StoredTurn = Pick<SavedTurn, "id" | "messageCount"> & {
  /** Of the whole conversation, where it was stored. */
  totals?: SavedTurn["totals"];
  notices: Notice[];
};

/**
 * Stores a turn, then tells those who have subscribed. What was aborted before is not stored. An answer that was paid for is
 * not lost because it cannot be stored: a notice says so.
 */
export async function storeTurn(
  { store, feed, redact, log }: ConverseContext,
  turn: Turn,
  { earlier, signal }: { earlier: Conversation | undefined; signal: AbortSignal },
): Promise<StoredTurn> {
  signal.throwIfAborted();
  try {
    const saved = await (await store()).saveTurn(turn);
    feed.announce(saved);
    return { ...saved, notices: [] };
  } catch (error) {
    signal.throwIfAborted();
    log.error("an answer could not be stored", { error });
    return {
      id: earlier?.id ?? newConversationId(turn.newIdPrefix),
      messageCount: earlier?.messageCount ?? 0,
      notices: [notStored(error, earlier, redact)],
    };
  }
}

function notStored(
  error: unknown,
  earlier: Conversation | undefined,
  redact: ConverseContext["redact"],
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
