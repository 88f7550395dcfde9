import type { IncomingMessage } from "node:http";
import type { Source } from "./caller.ts";
import type { Full, ShareLimits } from "./capacity.ts";

const LINGER_MS = 500;
const BLOCK = 16 * 1024;
// Every chunk costs time of the one thread that serves everybody, and no client cuts a body into crumbs.
const FREE_CHUNKS = 4096;
const LEAST_MEAN_CHUNK = 64;

export type BodyRefusal = "too-long" | "too-slow" | "too-many-chunks" | Full;

type Limits = {
  maxBytes: number;
  memories: BodyMemories;
  source: Source;
  /** Told of every byte that is read, also of what is thrown away. */
  onBytes(count: number): void;
};

/**
 * Reads a body as far as its length and the shares of memory allow. The rest of one that is too long is thrown away for a
 * moment: a client that is still sending would be cut off before it has read the answer.
 */
export function readBody(
  request: IncomingMessage,
  { maxBytes, memories, source, onBytes }: Limits,
): Promise<{ body: Buffer; memory: BodyMemory } | { refusal: BodyRefusal }> {
  return new Promise((resolve, reject) => {
    let refusal: BodyRefusal | undefined;
    let linger: NodeJS.Timeout | undefined;
    const blocks = new Blocks();
    const refuse = (why: BodyRefusal, lingerMs = LINGER_MS) => {
      if (refusal) return;
      refusal = why;
      blocks.clear();
      memory.release();
      linger = setTimeout(() => resolve({ refusal: why }), lingerMs);
    };
    const memory = memories.open(source, () => refuse("too-slow", 0));
    let length = 0;
    let chunks = 0;
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) refuse("too-long");
    request.on("data", (chunk: Buffer) => {
      onBytes(chunk.length);
      if (refusal) return;
      length += chunk.length;
      chunks += 1;
      if (length > maxBytes) return refuse("too-long");
      if (chunks > FREE_CHUNKS + length / LEAST_MEAN_CHUNK) return refuse("too-many-chunks", 0);
      const full = memory.grow(blocks.growthFor(chunk.length));
      // The memory is what others need, and so is the time to read the rest.
      if (full) {
        request.pause();
        return refuse(full, 0);
      }
      blocks.add(chunk);
    });
    request.once("end", () => {
      clearTimeout(linger);
      if (refusal) return resolve({ refusal });
      memory.complete();
      resolve({ body: blocks.join(), memory });
    });
    request.once("error", (error) => {
      clearTimeout(linger);
      blocks.clear();
      memory.release();
      reject(error);
    });
  });
}

/** The chunks of a body, small ones put together: each costs memory of its own, which no count of bytes shows. */
class Blocks {
  #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  #used = 0;

  /** How many bytes more are held when so many are added. */
  growthFor(bytes: number): number {
    if (bytes >= BLOCK) return bytes;
    return this.#last.length - this.#used >= bytes ? 0 : BLOCK;
  }

  add(chunk: Buffer): void {
    const growth = this.growthFor(chunk.length);
    if (growth > 0) {
      this.#full.push(this.#last.subarray(0, this.#used));
      this.#last = chunk.length < BLOCK ? Buffer.allocUnsafeSlow(BLOCK) : Buffer.alloc(0);
      this.#used = 0;
    }
    if (chunk.length >= BLOCK) this.#full.push(chunk);
    else this.#used += chunk.copy(this.#last, this.#used);
  }

  join(): Buffer {
    const joined = Buffer.concat([...this.#full, this.#last.subarray(0, this.#used)]);
    this.clear();
    return joined;
  }

  clear(): void {
    this.#full = [];
    this.#last = Buffer.alloc(0);
    this.#used = 0;
  }
}

// Ordinary requests are smaller than this, and pass however much memory the large ones hold.
const FREE_BYTES = 64 * 1024;
const SILENT_MS = 5_000;

/** A body on its way in, or in use by its call. */
type BodyMemory = {
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
