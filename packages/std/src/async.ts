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
