/** Of the time for a call, what is left for storing and sending the answer. */
const MARGIN_SHARE = 0.1;
const LARGEST_MARGIN_MS = 500;
/** A first round may take so much of the time when a second one is to follow. */
const FIRST_ROUND_SHARE = 0.6;

/** How long the models of one call may still take, so that the call as a whole stays within its limit. */
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

  /** What a first round may take; a second one gets the rest. */
  firstRoundMs(): number {
    return this.leftMs() * FIRST_ROUND_SHARE;
  }
}
