import type { InstanceRow } from "../store/instance-tables.ts";

/** A process on another host counts as dead when it has been silent for this long. */
export const SILENT_MS = 60_000;

/**
 * Tells which processes on other hosts have fallen silent, by this process' own clock: clocks of hosts differ, and
 * after a time in which nobody could reach the database nobody is blamed for it.
 */
export class SilenceWatch {
  readonly #longestGapMs: number;
  #heard = new Map<string, { heartbeatAt: number; since: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(longestGapMs: number) {
    this.#longestGapMs = longestGapMs;
  }

  /** Those that have not been heard for too long. */
  silent(instances: readonly InstanceRow[], now = performance.now()): InstanceRow[] {
    const before = now - this.#lookedAt > this.#longestGapMs ? new Map() : this.#heard;
    this.#lookedAt = now;
    this.#heard = new Map(
      instances.map(({ instanceId, heartbeatAt }) => {
        const known = before.get(instanceId);
        const isSame = known?.heartbeatAt === heartbeatAt;
        return [instanceId, isSame ? known : { heartbeatAt, since: now }];
      }),
    );
    return instances.filter(
      ({ instanceId }) => now - (this.#heard.get(instanceId)?.since ?? now) > SILENT_MS,
    );
  }
}
