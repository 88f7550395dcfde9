import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./sqlite-error.ts";

const LONGEST_PAUSE_MS = 8;

/** Tries again while another process holds the lock, without blocking the event loop, until the budget is spent. */
export async function retryWhileBusy<Result>(
  action: () => Result | Promise<Result>,
  budgetMs: number,
): Promise<Result> {
  const deadline = performance.now() + budgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const left = deadline - performance.now();
      if (!isBusy(error) || left <= 0) throw error;
      const pause = Math.min(2 ** attempt, LONGEST_PAUSE_MS);
      await sleep(Math.min(left, pause * (0.5 + Math.random() / 2)));
    }
  }
}
