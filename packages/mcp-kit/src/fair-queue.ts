const MOST_DEFERRALS = 8;
const MOST_YOUNG = 8;
const YOUNG_MS = 50;

type Waiting = (done: () => void) => void;

/**
 * Starts one request in each turn of the event loop, and of the keys that wait each in turn: a caller that sends a hundred
 * requests at once delays another's single request by one of them, not by a hundred. Of one key only eight are young at a
 * time; one that has run for longer waits for something else than the processor.
 */
export class FairQueue {
  readonly #youngMs: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #young = new Map<string, number>();
  #isTurnTaken = false;
  #isDeferred = false;
  #deferrals = 0;

  constructor(youngMs = YOUNG_MS) {
    this.#youngMs = youngMs;
  }

  /** Resolves when a request of this key may start, with what is to be called at its end. */
  enter(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(key);
      if (queue) queue.push(resolve);
      else this.#waiting.set(key, [resolve]);
      if (!this.#isTurnTaken) this.#takeTurn();
    });
  }

  /**
   * Leaves the next turn to others. One connection is accepted in each turn, so when many connect at once, the last of
   * them would otherwise wait for as many requests.
   */
  defer(): void {
    this.#isDeferred = true;
  }

  readonly #takeTurn = (): void => {
    this.#isTurnTaken = true;
    if (this.#isDeferred && this.#deferrals < MOST_DEFERRALS) {
      this.#isDeferred = false;
      this.#deferrals += 1;
      setImmediate(this.#takeTurn);
      return;
    }
    this.#isDeferred = false;
    this.#deferrals = 0;
    const started = this.#startNext();
    if (started) setImmediate(this.#takeTurn);
    else this.#isTurnTaken = false;
  };

  #startNext(): boolean {
    for (const [key, queue] of this.#waiting) {
      if ((this.#young.get(key) ?? 0) >= MOST_YOUNG) continue;
      const start = queue.shift();
      // Back to the end of the map: the other keys come first.
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      start?.(this.#begin(key));
      return true;
    }
    return false;
  }

  #begin(key: string): () => void {
    this.#young.set(key, (this.#young.get(key) ?? 0) + 1);
    let isYoung = true;
    const grow = () => {
      if (!isYoung) return;
      isYoung = false;
      clearTimeout(timer);
      const young = (this.#young.get(key) ?? 0) - 1;
      if (young > 0) this.#young.set(key, young);
      else this.#young.delete(key);
      if (!this.#isTurnTaken && this.#waiting.size > 0) this.#takeTurn();
    };
    const timer = setTimeout(grow, this.#youngMs).unref();
    return grow;
  }
}
