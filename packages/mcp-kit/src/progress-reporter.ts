import type { ServerContext } from "@modelcontextprotocol/server";

const SHORTEST_INTERVAL_MS = 100;

/** Sends at most ten progress notifications a second, always the newest, and never one that goes back. */
export function createProgressReporter({ mcpReq }: ServerContext, now = Date.now) {
  const progressToken = mcpReq._meta?.progressToken;
  let lastSentAt = -Infinity;
  let highest = -Infinity;
  let held: { progress: number; total?: number; message?: string } | undefined;
  const send = () => {
    if (held === undefined || progressToken === undefined || mcpReq.signal.aborted) return;
    lastSentAt = now();
    const params = { progressToken, ...held };
    held = undefined;
    // A client that has gone away needs no progress; the transport reports the loss itself.
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return {
    report(done: number, total?: number, message?: string): void {
      if (progressToken === undefined || done <= highest) return;
      highest = done;
      held = {
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      if (now() - lastSentAt >= SHORTEST_INTERVAL_MS) send();
    },
    /** Sends what was held back, so that the last report is never lost. */
    flush: send,
  };
}
