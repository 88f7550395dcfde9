import { type ClockReading, elapsedSince, type Moment } from "./clock.ts";
import { memoryError } from "./memory-error.ts";

export type Cooldown = {
  /** Time between two writes in the long run. */
  ms: number;
  /** How many writes may follow each other without a pause. */
  burst: number;
};

/** The last write of a role, and the time after it until the whole burst is available again. */
export type LastWrite = Moment & { debtMs: number };

/** Refuses a write that exceeds the allowance of its role; returns the debt that it leaves. */
export function requireCooledDown(
  last: LastWrite | undefined,
  now: ClockReading,
  { ms, burst }: Cooldown,
): number {
  const debt = remainingDebt(last, now) + ms;
  const tooSoonBy = debt - ms * burst;
  if (tooSoonBy <= 0) return debt;
  const allowance = burst === 1 ? "" : ` once ${burst} have been made at once`;
  throw memoryError(
    "RATE_LIMIT_EXCEEDED",
    `Writes need ${ms} ms between them${allowance}. Try again in ${tooSoonBy} ms.`,
    { retryAfterMs: tooSoonBy },
  );
}

function remainingDebt(last: LastWrite | undefined, now: ClockReading): number {
  if (last === undefined) return 0;
  const elapsed = elapsedSince(last, now);
  // A last write in the future means that a clock was wrong, not that writes come too fast.
  return elapsed < 0 ? 0 : Math.max(0, last.debtMs - elapsed);
}
