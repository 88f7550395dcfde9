import type { Full, ShareLimits } from "./http-shares.ts";
import type { Source } from "./http-source.ts";

// Ordinary requests are smaller than this, and go on however much memory the large ones hold.
const FREE_BYTES = 64 * 1024;
const SILENT_MS = 5_000;

/** A body on its way in, or in use by its call. */
export type BodyMemory = {
  /** Asks for room for so many bytes more. */
  grow(bytes: number): Full | undefined;
  /** All of it has arrived, so that it is no longer shed. */
  complete(): void;
  release(): void;
};

type Held = { source: Source; bytes: number; grownAt: number; shed: (() => void) | undefined };

/**
 * Bounds the memory of request bodies, by source and in total. When there is no room, a body that has stood still for
 * five seconds is given up first: one of the same source, or of the source that holds most if the total is used up.
 */
export class BodyMemories {
  readonly #limits: ShareLimits;
  readonly #now: () => number;
  readonly #bodies = new Set<Held>();
  readonly #charged = new Map<string, number>();
  #total = 0;

  constructor(limits: ShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  /** `shed` is called when the body must give way while it is incomplete. */
  open(source: Source, shed: () => void): BodyMemory {
    const body: Held = { source, bytes: 0, grownAt: this.#now(), shed };
    this.#bodies.add(body);
    return {
      grow: (bytes) => this.#grow(body, bytes),
      complete: () => (body.shed = undefined),
      release: () => this.#release(body),
    };
  }

  #grow(body: Held, bytes: number): Full | undefined {
    const charge = chargeFor(body.bytes + bytes) - chargeFor(body.bytes);
    const full = charge > 0 ? this.#makeRoom(body, charge) : undefined;
    if (full) return full;
    this.#add(body.source.key, charge);
    body.bytes += bytes;
    body.grownAt = this.#now();
    return undefined;
  }

  #makeRoom({ source }: Held, charge: number): Full | undefined {
    const { most, each } = this.#limits;
    while (this.#chargedTo(source.key) + charge > each)
      if (!this.#shedOne(source.key)) return "share";
    while (this.#total + charge > most) {
      const [largest] = [...this.#charged].toSorted(([, a], [, b]) => b - a);
      if (!largest || !this.#shedOne(largest[0])) return "total";
    }
    return undefined;
  }

  #shedOne(key: string): boolean {
    const [longest] = [...this.#bodies]
      .filter(({ source, shed, bytes }) => source.key === key && shed && chargeFor(bytes) > 0)
      .toSorted((a, b) => a.grownAt - b.grownAt);
    if (!longest || this.#now() - longest.grownAt < SILENT_MS) return false;
    const { shed } = longest;
    this.#release(longest);
    shed?.();
    return true;
  }

  #release(body: Held): void {
    if (!this.#bodies.delete(body)) return;
    this.#add(body.source.key, -chargeFor(body.bytes));
  }

  #chargedTo(key: string): number {
    return this.#charged.get(key) ?? 0;
  }

  #add(key: string, bytes: number): void {
    this.#total += bytes;
    const charged = this.#chargedTo(key) + bytes;
    if (charged > 0) this.#charged.set(key, charged);
    else this.#charged.delete(key);
  }
}

function chargeFor(bytes: number): number {
  return Math.max(0, bytes - FREE_BYTES);
}
