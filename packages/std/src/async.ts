import { setTimeout as delay } from "node:timers/promises";

type DeadlineOptions = {
  /** False when the timer alone must not keep the process alive. */
  ref?: boolean;
};

/**
 * The result of `work`, or of `onLate` when `work` takes longer than `ms`. `onLate` may throw. The work itself continues: pass
 * it a signal if it has to stop.
 */
export async function withDeadline<Result, Late>(
  work: PromiseLike<Result>,
  ms: number,
  onLate: () => Late,
  { ref = true }: DeadlineOptions = {},
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onLate());
      } catch (error) {
        reject(error as Error);
      }
    }, ms);
    if (!ref) timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`; rejects with the signal's reason as soon as it aborts. */
export async function abortable<Result>(
  work: PromiseLike<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Calls `make` at the first use, and gives the same value to everybody after it. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

type RetryPolicy = {
  isRetryable: (error: unknown) => boolean;
  budgetMs: number;
  longestPauseMs: number;
};

/** Tries again while that may help, without blocking the event loop, until the budget is spent. */
export async function retryUntil<Result>(
  action: () => Result | Promise<Result>,
  { isRetryable, budgetMs, longestPauseMs }: RetryPolicy,
): Promise<Result> {
  const deadline = performance.now() + budgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const left = deadline - performance.now();
      if (!isRetryable(error) || left <= 0) throw error;
      await delay(Math.min(left, pauseAfter(attempt, longestPauseMs)));
    }
  }
}

/** Doubles each time, with jitter so that waiting processes do not return together. */
export function pauseAfter(attempt: number, longestPauseMs: number): number {
  return Math.min(2 ** attempt, longestPauseMs) * (0.5 + Math.random() / 2);
}

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
