import { retryUntil } from "../retry-until.ts";
import { isBusy } from "./sqlite-error.ts";

const LONGEST_PAUSE_MS = 8;

/** Tries again while another process holds the lock, until the budget is spent. */
export function retryWhileBusy<Result>(
  action: () => Result | Promise<Result>,
  budgetMs: number,
): Promise<Result> {
  return retryUntil(action, { isRetryable: isBusy, budgetMs, longestPauseMs: LONGEST_PAUSE_MS });
}
