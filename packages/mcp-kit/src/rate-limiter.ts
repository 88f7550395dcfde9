const FORGET_ABOVE = 10_000;

/** A token bucket per key: `perSecond` on average, twice that in a burst. */
export function createRateLimiter(perSecond: number, now: () => number = Date.now) {
  const burst = perSecond * 2;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key: string): boolean => {
    const time = now();
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: time };
    const available = Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
    const allowed = available >= 1;
    if (buckets.size > FORGET_ABOVE) buckets.clear();
    buckets.set(key, { tokens: allowed ? available - 1 : available, at: time });
    return allowed;
  };
}
