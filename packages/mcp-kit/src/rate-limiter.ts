const MOST_KEYS = 10_000;
const LONGEST_DEBT_S = 10;

export type RateLimiter = {
  /** Whether a request of this key may pass now; it is counted if so. */
  admits(key: string): boolean;
  /** Counts what an admitted request costs beyond itself, to be paid off before the next one passes. */
  charge(key: string, requests: number): void;
};

/** A token bucket per key: `perSecond` on average, twice that in a burst. */
export function createRateLimiter(perSecond: number, now = () => performance.now()): RateLimiter {
  const burst = perSecond * 2;
  const deepest = -perSecond * LONGEST_DEBT_S;
  const buckets = new Map<string, { tokens: number; at: number }>();
  const available = (key: string, time: number): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: time };
    return Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
  };
  const store = (key: string, tokens: number, at: number) => {
    // In the order of their last use: many new keys push out forgotten ones, never one that is busy now.
    buckets.delete(key);
    buckets.set(key, { tokens, at });
    const [oldest] = buckets.size > MOST_KEYS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    admits(key) {
      const time = now();
      const tokens = available(key, time);
      store(key, tokens >= 1 ? tokens - 1 : tokens, time);
      return tokens >= 1;
    },
    charge(key, requests) {
      const time = now();
      store(key, Math.max(deepest, available(key, time) - requests), time);
    },
  };
}
