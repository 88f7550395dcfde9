import { setTimeout as delay } from "node:timers/promises";

export interface WaitOptions {
  readonly timeoutMs?: number | undefined;
  /** The awaited event, named in the error. */
  readonly what?: string | undefined;
}

/** Check again and again until `check` gives something truthy, and return that. Prefer an event where there is one. */
export async function waitUntil<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 15_000, what = "the condition" }: WaitOptions = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 25)) {
    const value = await check();
    if (value) return value;
    if (performance.now() >= deadline)
      throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`);
    await delay(pauseMs);
  }
}
