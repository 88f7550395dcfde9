/** The wall clock, and a clock of the same boot that nobody can set. */
export type ClockReading = { wallMs: number; boot: string; uptimeMs: number };

export type Clock = {
  /** The wall clock alone. */
  now(): number;
  read(): ClockReading;
};

/** A moment as it is stored: `offsetMs` is the lead of the wall clock over the uptime clock. */
export type Moment = { wallMs: number; boot: string; offsetMs: number };

// Both clocks are read one after the other and are adjusted a little differently.
const NOISE_MS = 1_000;

export function momentOf({ wallMs, boot, uptimeMs }: ClockReading): Moment {
  return { wallMs, boot, offsetMs: Math.round(wallMs - uptimeMs) };
}

/** Elapsed time without the steps by which the wall clock was set during the same boot. */
export function elapsedSince(start: Moment, now: ClockReading): number {
  const elapsed = now.wallMs - start.wallMs;
  if (start.boot !== now.boot) return elapsed;
  const step = now.wallMs - now.uptimeMs - start.offsetMs;
  return Math.abs(step) < NOISE_MS ? elapsed : elapsed - step;
}
