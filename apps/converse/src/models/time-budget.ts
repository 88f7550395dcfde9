/** The share of the time limit that is reserved for storing and sending the answer. */
const MARGIN_SHARE = 0.1;
const LARGEST_MARGIN_MS = 500;
/** The share of the remaining time that a first round may take when a second one follows. */
const FIRST_ROUND_SHARE = 0.6;

/** The time that the models of one call may still take, so that the whole call stays within its limit. */
export class TimeBudget {
  readonly #startedAt = performance.now();
  readonly #totalMs: number;

  constructor(limitMs: number) {
    this.#totalMs = limitMs - Math.min(limitMs * MARGIN_SHARE, LARGEST_MARGIN_MS);
  }

  elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  leftMs(): number {
    return this.#totalMs - (performance.now() - this.#startedAt);
  }

  /** The time for a first round; a second round gets the rest. */
  firstRoundMs(): number {
    return this.leftMs() * FIRST_ROUND_SHARE;
  }
}
