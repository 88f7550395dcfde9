import { setTimeout as delay } from "node:timers/promises";

/** Tells that others may have committed something. */
export type ChangeSource = {
  /** False while nothing is heard, so that the database must be looked at. */
  isLive(): boolean;
  /** Calls back after commits of others and whenever `isLive` changes; the result ends that. */
  listen(wake: () => void): () => void;
};

export type Follow = {
  /** How often to look while there are no notifications. */
  everyMs: number;
  /** Commits that come so soon after a look share the next one; 50 unless given. */
  restMs?: number;
  signal: AbortSignal;
};

/** How often to look despite notifications, because they can be lost. */
const WHEN_LIVE_MS = 5_000;

/** Many writers must not make every reader look at each commit. */
const REST_MS = 50;

/** Looks at once and soon after every commit of others, one look at a time, until the signal aborts. */
export async function follow(
  look: () => Promise<void>,
  { everyMs, restMs = REST_MS, signal }: Follow,
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
    if (source !== undefined) await rest(restMs, signal);
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

async function rest(restMs: number, signal: AbortSignal): Promise<void> {
  await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined);
}
