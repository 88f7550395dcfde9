import { markInvisible } from "@faculties/errors";
import type { CallRequest } from "./call-request.ts";

/** So many reports go out at once; from then on one for each interval that has passed. */
const BURST = 10;
const INTERVAL_MS = 100;

export type ProgressReporter = {
  report(done: number, total?: number, message?: string): void;
  /** Sends what was held back, so that the last report is never lost. */
  flush(): void;
};

/**
 * Sends progress notifications, never one that goes back: a few at once, then at most ten a second, of which the newest
 * waits for its turn. Undefined when the client did not ask for any.
 */
export function createProgressReporter(
  { mcpReq }: CallRequest,
  now = Date.now,
): ProgressReporter | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let allowance = BURST;
  let countedAt = now();
  let highest = -Infinity;
  let held: { progress: number; total?: number; message?: string } | undefined;
  let turn: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(turn);
    turn = undefined;
    if (held === undefined || mcpReq.signal.aborted) return;
    allowance -= 1;
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
        ...(message !== undefined && { message: markInvisible(message) }),
      };
      const at = now();
      allowance = Math.min(BURST, allowance + (at - countedAt) / INTERVAL_MS);
      countedAt = at;
      if (allowance >= 1) flush();
      else turn ??= setTimeout(flush, INTERVAL_MS).unref();
    },
    flush,
  };
}
