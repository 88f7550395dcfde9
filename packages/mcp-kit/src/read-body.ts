import type { IncomingMessage } from "node:http";
import type { BodyMemories, BodyMemory } from "./body-memory.ts";
import type { Full } from "./http-shares.ts";
import type { Source } from "./http-source.ts";

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
