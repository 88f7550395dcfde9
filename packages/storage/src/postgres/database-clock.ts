import { SteadyClock } from "../steady-clock.ts";

/**
 * The clock of a database as this process knows it: hosts may have clocks that differ, and what expires for one must
 * expire for all. As long as the own clock may be right it is taken as it is.
 */
export class DatabaseClock {
  readonly #own = new SteadyClock();
  #aheadMs = 0;

  now(): number {
    return Math.round(this.#own.now() + this.#aheadMs);
  }

  ownNow(): number {
    return this.#own.now();
  }

  /** The database told its time at some moment between these two of the own clock. */
  learn(toldMs: number, sentAt: number, receivedAt: number): void {
    const [least, most] = [toldMs - receivedAt - 1, toldMs - sentAt + 1];
    if (this.#aheadMs < least || this.#aheadMs > most) this.#aheadMs = (least + most) / 2;
  }
}

const clocks = new Map<string, DatabaseClock>();

/** All who use a database have the same clock. */
export function clockOf(url: string): DatabaseClock {
  const clock = clocks.get(url) ?? new DatabaseClock();
  clocks.set(url, clock);
  return clock;
}
