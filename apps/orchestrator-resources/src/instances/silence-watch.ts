import type { InstanceRow } from "../store/tables.ts";

/**
 * Tells which processes on other hosts have fallen silent, by this process' own clock: clocks of hosts differ, and
 * after a time in which nobody could reach the database nobody is blamed for it.
 */
export class SilenceWatch {
  readonly #silentMs: number;
  readonly #longestGapMs: number;
  #heard = new Map<string, { heartbeatAt: number; since: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor({ silentMs, longestGapMs }: { silentMs: number; longestGapMs: number }) {
    this.#silentMs = silentMs;
    this.#longestGapMs = longestGapMs;
  }

  /** The instances that have been silent for too long. */
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
      ({ instanceId }) => now - (this.#heard.get(instanceId)?.since ?? now) > this.#silentMs,
    );
  }
}
