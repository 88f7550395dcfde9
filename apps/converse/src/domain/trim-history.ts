import { type ConversationMessage, textOf } from "./conversation-message.ts";
import { estimateTokens, IMAGE_TOKENS, MOST_TOKENS_PER_UNIT } from "./estimate-tokens.ts";

export type TrimmedHistory = { kept: readonly ConversationMessage[]; dropped: number };

/** Drops the oldest turns, each a question with its answer, until the rest has at most `tokens`. */
export function trimHistory(
  history: readonly ConversationMessage[],
  tokens: number,
): TrimmedHistory {
  let left = tokens;
  let from = history.length;
  while (from > 0) {
    const turnFrom = Math.max(0, from - 2);
    left -= tokensOf(history.slice(turnFrom, from));
    if (left < 0) break;
    from = turnFrom;
  }
  return { kept: history.slice(from), dropped: from };
}

/** Drops the older half of the turns, at least one. */
export function halveHistory(history: readonly ConversationMessage[]): TrimmedHistory {
  const turns = Math.ceil(history.length / 2);
  const dropped = Math.min(history.length, Math.ceil(turns / 2) * 2);
  return { kept: history.slice(dropped), dropped };
}

/** An upper bound of the estimate that does not read the texts. */
export function mostTokensOf(messages: readonly ConversationMessage[]): number {
  return messages.reduce(
    (sum, message) =>
      sum + textOf(message).length * MOST_TOKENS_PER_UNIT + message.images.length * IMAGE_TOKENS,
    0,
  );
}

/** The estimated tokens of the messages. */
export function tokensOf(messages: readonly ConversationMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + estimateTokens(textOf(message)) + message.images.length * IMAGE_TOKENS,
    0,
  );
}
