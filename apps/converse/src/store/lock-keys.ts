/** Held by a write that adds a turn to an existing conversation. */
export function conversationKey(id: string): string {
  return `conversation ${id}`;
}

/** Held by a write that caches the answer to a question. */
export function answerKey(key: string): string {
  return `answer ${key}`;
}
