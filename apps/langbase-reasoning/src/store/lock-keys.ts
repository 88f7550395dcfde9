/** Held by a write that reads and changes one session only. */
export function sessionKey(sessionId: string): string {
  return `session ${sessionId}`;
}

/** No key for a session that the write itself creates: nobody else knows it yet. */
export function sessionKeys(sessionId: string | undefined): string[] {
  return sessionId === undefined ? [] : [sessionKey(sessionId)];
}
