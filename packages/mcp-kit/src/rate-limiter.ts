const MOST_KEYS = 10_000;

/** A token bucket per key: `perSecond` on average, twice that in a burst. */
export function createRateLimiter(perSecond: number, now = () => performance.now()) {
  const burst = perSecond * 2;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key: string): boolean => {
    const time = now();
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: time };
    const available = Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
    const allowed = available >= 1;
    // In the order of their last use: many new keys push out forgotten ones, never one that is busy now.
    buckets.delete(key);
    buckets.set(key, { tokens: allowed ? available - 1 : available, at: time });
    const [oldest] = buckets.size > MOST_KEYS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return allowed;
  };
}
