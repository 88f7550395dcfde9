import { uptime } from "node:os";

/** Time synchronization corrects a clock by less than this; a larger difference is a step. */
const STEP_MS = 2_000;
const BELIEVED_AFTER_MS = 5 * 60_000;

type Reading = { wallMs: number; ticksMs: number };
type Sources = { wallMs(): number; ticksMs(): number; uptimeMs(): number };

const machine: Sources = {
  wallMs: () => Date.now(),
  ticksMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
};

/**
 * The wall clock, but a step in it counts only once it has lasted: nothing may expire because a clock was wrong for a
 * moment. A jump after the machine slept is not a step.
 */
export class SteadyClock {
  readonly #sources: Sources;
  #last: Reading;
  #awake: { uptimeMs: number; ticksMs: number };
  /** A step that was seen, by how much and when first. */
  #step: { byMs: number; sinceMs: number } | undefined;

  constructor(sources = machine) {
    this.#sources = sources;
    this.#last = this.#read();
    this.#awake = { uptimeMs: sources.uptimeMs(), ticksMs: this.#last.ticksMs };
  }

  now(): number {
    const reading = this.#read();
    const expected = this.#last.wallMs + reading.ticksMs - this.#last.ticksMs;
    if (isNear(reading.wallMs, expected)) return this.#accept(reading);
    const wakened = expected + this.#sleptMs(reading);
    if (isNear(reading.wallMs, wakened) || this.#hasLasted(reading, reading.wallMs - wakened)) {
      this.#awake = { uptimeMs: this.#sources.uptimeMs(), ticksMs: reading.ticksMs };
      return this.#accept(reading);
    }
    return Math.round(wakened);
  }

  #accept(reading: Reading): number {
    this.#last = reading;
    this.#step = undefined;
    return reading.wallMs;
  }

  #hasLasted({ ticksMs }: Reading, byMs: number): boolean {
    if (this.#step === undefined || !isNear(byMs, this.#step.byMs)) {
      this.#step = { byMs, sinceMs: ticksMs };
    }
    return ticksMs - this.#step.sinceMs >= BELIEVED_AFTER_MS;
  }

  /** The machine's uptime continues while it sleeps, the ticks do not. */
  #sleptMs({ ticksMs }: Reading): number {
    const { uptimeMs, ticksMs: ticksThen } = this.#awake;
    const sleptMs = this.#sources.uptimeMs() - uptimeMs - (ticksMs - ticksThen);
    return isNear(sleptMs, 0) ? 0 : sleptMs;
  }

  #read(): Reading {
    return { wallMs: this.#sources.wallMs(), ticksMs: this.#sources.ticksMs() };
  }
}

function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) < STEP_MS;
}

/**
 * This process's estimate of the database's clock: the clocks of hosts may differ, and an entry that expires for one host
 * must expire for all. The host's own clock is used for as long as it may agree.
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

  /** The database read its clock at some moment between these two readings of the host's clock. */
  learn(toldMs: number, sentAt: number, receivedAt: number): void {
    const [least, most] = [toldMs - receivedAt - 1, toldMs - sentAt + 1];
    if (this.#aheadMs < least || this.#aheadMs > most) this.#aheadMs = (least + most) / 2;
  }
}

const clocks = new Map<string, DatabaseClock>();

/** All storages on one database share its clock. */
export function clockOf(url: string): DatabaseClock {
  const clock = clocks.get(url) ?? new DatabaseClock();
  clocks.set(url, clock);
  return clock;
}
