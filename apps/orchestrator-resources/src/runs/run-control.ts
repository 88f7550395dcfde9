/** How a run ended. */
export type RunOutcome = { state: "succeeded" | "failed" | "cancelled"; error: string | null };

/** Pauses, resumes or ends a run from outside while it is active. */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #paused = false;
  #isAbandoned = false;
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

  /** Whether another process has it now: nothing of it may be written here any more. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Stops all work on it here and leaves it to the process that has it now. */
  abandon(reason: string): void {
    if (this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#ended ??= { state: "cancelled", error: reason };
    this.#abort.abort(new Error(reason));
    this.#changed();
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
