/** Limits how many callers run at a time; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Resolves with the function that releases the permit, or with undefined after `limitMs`. */
  async take(limitMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#wait(limitMs))) return undefined;
    return () => this.#end();
  }

  #end(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }

  #wait(limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const isTurn = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(isTurn);
        resolve(false);
      }, limitMs);
      this.#waiting.add(isTurn);
    });
  }
}
