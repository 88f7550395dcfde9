import type { IncomingMessage } from "node:http";
import type { BodyMemories, BodyMemory } from "./body-memory.ts";
import type { Full } from "./http-shares.ts";
import type { Source } from "./http-source.ts";

const LINGER_MS = 500;
const FIRST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 256 * 1024;

export type BodyRefusal = "too-long" | "too-slow" | Full;

type Limits = { maxBytes: number; memories: BodyMemories; source: Source };

/**
 * Reads a body as far as its length and the shares of memory allow. After a refusal the rest is thrown away for a moment: a
 * client that is still sending would be cut off before it has read the answer.
 */
export function readBody(
  request: IncomingMessage,
  { maxBytes, memories, source }: Limits,
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
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) refuse("too-long");
    request.on("data", (chunk: Buffer) => {
      if (refusal) return;
      length += chunk.length;
      if (length > maxBytes) return refuse("too-long");
      const full = memory.grow(blocks.growthFor(chunk.length));
      if (full) return refuse(full);
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

/**
 * Bytes in a few blocks of their own. Chunks as they come would cost a hundred times their length when somebody sends a
 * byte at a time, which no count of bytes shows.
 */
class Blocks {
  #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  #used = 0;

  /** How many bytes would be allocated to add so many. */
  growthFor(bytes: number): number {
    const missing = bytes - (this.#last.length - this.#used);
    return missing <= 0 ? 0 : Math.max(missing, this.#nextSize());
  }

  add(chunk: Buffer): void {
    const growth = this.growthFor(chunk.length);
    const fitting = chunk.copy(this.#last, this.#used);
    this.#used += fitting;
    if (growth === 0) return;
    this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(growth);
    this.#used = chunk.copy(this.#last, 0, fitting);
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

  #nextSize(): number {
    return Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, this.#last.length * 2));
  }
}
