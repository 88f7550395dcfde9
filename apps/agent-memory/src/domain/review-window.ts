import { type ClockReading, elapsedSince, type Moment } from "./clock.ts";
import { memoryError } from "./memory-error.ts";

export const REVIEW_WINDOW_MS = 60 * 60 * 1_000;

/** PI1: people get an hour to look at a proposal before anyone can accept it. */
export function requireReviewed(proposalId: string, observed: Moment, now: ClockReading): void {
  const remaining = REVIEW_WINDOW_MS - elapsedSince(observed, now);
  if (remaining <= 0) return;
  const minutes = Math.ceil(remaining / 60_000);
  throw memoryError(
    "PI1_VIOLATION",
    `${proposalId} is in its one-hour review window for another ${minutes} min. Try again after that.`,
    { retryAfterMs: remaining },
  );
}
