/** Runs `body` with a signal that also aborts, with the given reason, when the time is up. */
export async function withDeadline<Result>(
  signal: AbortSignal,
  ms: number,
  reason: () => Error,
  body: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(reason()), Math.max(0, ms));
  try {
    return await body(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}
