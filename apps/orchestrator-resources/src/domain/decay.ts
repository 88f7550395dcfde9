/** Marks below this are as good as gone. */
export const NEGLIGIBLE = 0.001;

/** The remainder of an intensity after some time. */
export function decayed(intensity: number, elapsedMs: number, halfLifeMs: number): number {
  return intensity * 0.5 ** (Math.max(0, elapsedMs) / halfLifeMs);
}
