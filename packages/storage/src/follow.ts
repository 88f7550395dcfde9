/** Tells that others may have committed something. */
export type ChangeSource = {
  /** False while nothing is heard, so that the database must be looked at. */
  isLive(): boolean;
  /** Calls back after commits of others and whenever `isLive` changes; the result ends that. */
  listen(wake: () => void): () => void;
};

export type Follow = {
  /** How often to look where commits are not told, or not for the moment. */
  everyMs: number;
  signal: AbortSignal;
};

/** Even who is told looks now and then: what is told can be lost. */
const WHEN_LIVE_MS = 5_000;

/** Looks at once and after every commit of others, one look at a time, until the signal aborts. */
export async function follow(
  look: () => Promise<void>,
  { everyMs, signal }: Follow,
  source?: ChangeSource,
): Promise<void> {
  let wasWoken = false;
  let resume = () => {};
  const wake = () => {
    wasWoken = true;
    resume();
  };
  const stop = source?.listen(wake);
  signal.addEventListener("abort", wake, { once: true });
  while (!signal.aborted) {
    wasWoken = false;
    await look();
    if (wasWoken) continue;
    const limitMs = source?.isLive() === true ? Math.max(everyMs, WHEN_LIVE_MS) : everyMs;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs).unref();
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  stop?.();
}
