import { setTimeout as delay } from "node:timers/promises";

export type RetryPolicy = {
  isRetryable: (error: unknown) => boolean;
  budgetMs: number;
  longestPauseMs: number;
};

/** Tries again while that may help, without blocking the event loop, until the budget is spent. */
export async function retryUntil<Result>(
  action: () => Result | Promise<Result>,
  { isRetryable, budgetMs, longestPauseMs }: RetryPolicy,
): Promise<Result> {
  const deadline = performance.now() + budgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const left = deadline - performance.now();
      if (!isRetryable(error) || left <= 0) throw error;
      await delay(Math.min(left, pauseAfter(attempt, longestPauseMs)));
    }
  }
}

/** Doubles each time, with jitter so that waiting processes do not return together. */
export function pauseAfter(attempt: number, longestPauseMs: number): number {
  return Math.min(2 ** attempt, longestPauseMs) * (0.5 + Math.random() / 2);
}
