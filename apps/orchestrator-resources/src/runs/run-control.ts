/** How a run ended. */
export type RunOutcome = { state: "succeeded" | "failed" | "cancelled"; error: string | null };

/** How a run is steered from outside while it goes on. */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #paused = false;
  #ended: RunOutcome | undefined;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** How it was ended from outside; undefined when it was not. */
  get ended(): RunOutcome | undefined {
    return this.#ended;
  }

  /** False when it was ended already. */
  end(outcome: RunOutcome): boolean {
    if (this.#ended) return false;
    this.#ended = outcome;
    this.#abort.abort(new Error(outcome.error ?? outcome.state));
    this.#changed();
    return true;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#changed();
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
