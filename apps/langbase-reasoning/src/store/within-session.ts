import type { LockKeys } from "@faculties/storage";

/** What a write contends for that reads and changes one session only; a session that it makes itself nobody else knows. */
export function withinSession(sessionId: string | undefined): LockKeys {
  return { locks: sessionId === undefined ? [] : [`session ${sessionId}`] };
}
