export interface FixedClock {
  now(): number;
  /** Move on by `ms` and return the new time. */
  advance(ms: number): number;
}

/** A clock that stands at `startMs` until it is advanced. */
export function fixedClock(startMs: number): FixedClock {
  let time = startMs;
  return {
    now: () => time,
    advance(ms) {
      time += ms;
      return time;
    },
  };
}
