export type RetryPolicy = {
  /** The number of tries, including the first. */
  maxTries: number;
  /** The wait before the second try; it doubles with each further one. */
  retryDelayMs: number;
  /** The time budget of all tries and waits together. */
  timeoutMs: number;
  /** The longest silence in the middle of a streamed text; two minutes when left out. */
  idleTimeoutMs?: number | undefined;
  /** If the vendor asks for a longer wait than this, the call fails at once. */
  maxRetryAfterMs?: number | undefined;
};

/** The verdict on a failed try. */
type RetryVerdict = { retry: boolean; retryAfterMs?: number | undefined; reason: string };

export type RetryOptions = {
  policy: RetryPolicy;
  judge: (error: unknown) => RetryVerdict;
  signal?: AbortSignal | undefined;
  onRetry?: ((attempt: { number: number; delayMs: number; reason: string }) => void) | undefined;
  now?: () => number;
  random?: () => number;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** Thrown when the policy's budget is used up. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

const DEFAULT_MAX_RETRY_AFTER_MS = 10_000;
/** Longer timers fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs `attempt` under the retry policy. An abort throws the signal's reason, even during a wait. */
export async function withRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { policy, judge, signal, onRetry, now = Date.now, random = Math.random } = options;
  const { sleep = pause } = options;
  signal?.throwIfAborted();
  const deadline = now() + policy.timeoutMs;
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DeadlineExceeded(`no answer within ${policy.timeoutMs} ms`)),
    Math.min(policy.timeoutMs, LONGEST_TIMER_MS),
  );
  // AbortSignal.any, not our own listener on the caller's signal: Node warns of a leak when eleven calls share one.
  const ended = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  try {
    for (let number = 1; ; number += 1) {
      try {
        return await unlessAborted(attempt(ended), ended);
      } catch (error) {
        ended.throwIfAborted();
        const verdict = judge(error);
        if (!verdict.retry || number >= policy.maxTries) throw error;
        const longestWait = policy.maxRetryAfterMs ?? DEFAULT_MAX_RETRY_AFTER_MS;
        if ((verdict.retryAfterMs ?? 0) > longestWait) throw error;
        const delayMs = verdict.retryAfterMs ?? backoff(policy.retryDelayMs, number, random());
        if (now() + delayMs >= deadline) throw error;
        onRetry?.({ number, delayMs, reason: verdict.reason });
        await sleep(delayMs, ended);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Between half and all of the doubled delay, so that clients that failed together do not retry together. */
function backoff(retryDelayMs: number, number: number, random: number): number {
  const full = retryDelayMs * 2 ** (number - 1);
  return Math.round(full / 2 + (full / 2) * random);
}

/** A try that does not listen to its signal must not hold up the caller. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
