/**
 * Starts one request in each turn of the event loop, and of the keys that wait each in turn: whoever sends a hundred
 * requests at once delays another's single request by one of them, not by a hundred.
 */
export class FairQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTurnTaken = false;

  /** Resolves when a request of this key may start; undefined when it may at once. */
  enter(key: string): Promise<void> | undefined {
    if (!this.#isTurnTaken) {
      this.#isTurnTaken = true;
      setImmediate(this.#next);
      return undefined;
    }
    return new Promise((resolve) => {
      const queue = this.#waiting.get(key);
      if (queue) queue.push(resolve);
      else this.#waiting.set(key, [resolve]);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (!first) {
      this.#isTurnTaken = false;
      return;
    }
    const [key, queue] = first;
    const start = queue.shift();
    // Back to the end of the map: the other keys come first.
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    setImmediate(this.#next);
    start?.();
  };
}
