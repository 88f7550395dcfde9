/** The part of an `AbortSignal` that the kit watches. */
export type StopSignal = Pick<AbortSignal, "aborted" | "reason"> & {
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

/** Stops a call without the cost of an `AbortController`, which most calls never use. */
export class StopSource implements StopSignal {
  aborted = false;
  reason: unknown;
  #listener: (() => void) | undefined;

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#listener?.();
  }

  /** One at a time is enough: a request runs one call. */
  addEventListener(_type: "abort", listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }
}
