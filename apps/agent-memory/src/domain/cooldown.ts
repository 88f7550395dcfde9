import { type ClockReading, elapsedSince, type Moment } from "./elapsed-since.ts";
import { memoryError } from "./memory-error.ts";

/** Refuses a write that follows the last one of the same role too soon. */
export function requireCooledDown(
  last: Moment | undefined,
  now: ClockReading,
  cooldownMs: number,
): void {
  if (last === undefined) return;
  const elapsed = elapsedSince(last, now);
  // A last write in the future says that a clock was wrong, not that writing is too fast.
  if (elapsed < 0 || elapsed >= cooldownMs) return;
  const remaining = cooldownMs - elapsed;
  throw memoryError(
    "RATE_LIMIT_EXCEEDED",
    `Writes need ${cooldownMs} ms between them. Try again in ${remaining} ms.`,
    { retryAfterMs: remaining },
  );
}
