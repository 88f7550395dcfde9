import type { Contest } from "@faculties/storage";

/** What a write contends for that reads and changes one session only; a session that it makes itself nobody else knows. */
export function withinSession(sessionId: string | undefined): Contest {
  return { on: sessionId === undefined ? [] : [`session ${sessionId}`] };
}
