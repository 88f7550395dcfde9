import { CodedError } from "@faculties/errors";

/** Places for running children. */
export class ChildSlots {
  readonly #most: number;
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get free(): number {
    return this.#most - this.#taken;
  }

  /** Takes places at once, or refuses. */
  take(places: number): void {
    if (places > this.free)
      throw new CodedError(
        "E-CHILD-LIMIT",
        `${this.#taken} of ${this.#most} children are running; ${places} more are too many. Wait for one to end, or end one.`,
        { details: { running: this.#taken, maxChildren: this.#most } },
      );
    this.#taken += places;
  }

  /** Takes one place as soon as there is one, first come first served. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0 && this.#waiting.length === 0) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = () => {
        this.#waiting = this.#waiting.filter((one) => one !== go);
        reject(signal.reason as Error);
      };
      this.#waiting.push(go);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    // The place passes on without becoming free in between.
    if (next) next();
    else this.#taken -= 1;
  }
}
