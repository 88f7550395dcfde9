import type { CallRequest } from "./call-request.ts";

const SHORTEST_INTERVAL_MS = 100;

export type ProgressReporter = {
  report(done: number, total?: number, message?: string): void;
  /** Sends what was held back, so that the last report is never lost. */
  flush(): void;
};

/**
 * Sends at most ten progress notifications a second, always the newest, and never one that goes back. Undefined
 * when the client did not ask for any.
 */
export function createProgressReporter(
  { mcpReq }: CallRequest,
  now = Date.now,
): ProgressReporter | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let lastSentAt = -Infinity;
  let highest = -Infinity;
  let held: { progress: number; total?: number; message?: string } | undefined;
  const send = () => {
    if (held === undefined || mcpReq.signal.aborted) return;
    lastSentAt = now();
    const params = { progressToken, ...held };
    held = undefined;
    // A client that has gone away needs no progress; the transport reports the loss itself.
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return {
    report(done, total, message) {
      if (done <= highest) return;
      highest = done;
      held = {
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      if (now() - lastSentAt >= SHORTEST_INTERVAL_MS) send();
    },
    flush: send,
  };
}
