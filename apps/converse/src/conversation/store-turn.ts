import type { ConverseContext } from "../context.ts";
import type { SavedTurn, Turn } from "../store/save-turn.ts";

/** Stores a turn, then tells those who have subscribed. What was aborted before is not stored. */
export async function storeTurn(
  { store, feed }: ConverseContext,
  turn: Turn,
  signal: AbortSignal,
): Promise<SavedTurn> {
  const opened = await store();
  signal.throwIfAborted();
  const saved = await opened.saveTurn(turn);
  feed.announce(saved);
  return saved;
}
