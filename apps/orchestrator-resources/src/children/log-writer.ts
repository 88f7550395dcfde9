import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import { appendLines } from "../store/child-logs.ts";
import type { Database } from "../store/database.ts";
import { childKey } from "../store/lock-keys.ts";
import type { StoredLine } from "../store/tables.ts";

/** Lines wait this long for others, so that a slow writer does not cost one transaction per line. */
const GATHER_MS = 10;
const SEGMENT_LINES = 1_000;
const SEGMENT_BYTES = 64 * 1024;
/** Output of one transaction: more of each child when few write. */
const ROUND_BYTES = 512 * 1024;
const LEAST_SHARE_BYTES = 16 * 1024;
/** A child that writes faster than this is stored is made to wait. */
const MOST_PENDING_BYTES = 1024 * 1024;

export type ChildLog = {
  push(lines: readonly StoredLine[]): void;
  /** Resolves when more may be pushed. */
  room(): Promise<void>;
  /** Resolves when everything pushed so far is stored. */
  drained(): Promise<void>;
};

/** Stores the output of all children, a little of each in turn, in transactions that stay short. */
export class LogWriter {
  readonly #database: Database;
  readonly #keepBytes: number;
  readonly #log: Pick<Logger, "error">;
  readonly #dirty = new Map<string, PendingLines>();
  #isWorking = false;

  constructor(database: Database, keepBytes: number, log: Pick<Logger, "error">) {
    this.#database = database;
    this.#keepBytes = keepBytes;
    this.#log = log;
  }

  open(childId: string): ChildLog {
    const pending = new PendingLines();
    return {
      push: (lines) => {
        pending.push(lines);
        this.#dirty.set(childId, pending);
        if (!this.#isWorking) void this.#work();
      },
      room: () => pending.below(MOST_PENDING_BYTES),
      drained: () => pending.below(1),
    };
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    while (this.#dirty.size > 0) {
      await this.#round();
      await nextTurn();
    }
    this.#isWorking = false;
  }

  async #round(): Promise<void> {
    const share = Math.max(LEAST_SHARE_BYTES, ROUND_BYTES / this.#dirty.size);
    const parts = [...this.#dirty].map(([childId, pending]) => ({
      childId,
      pending,
      segments: pending.takeSegments(share),
    }));
    await this.#store(parts);
    for (const { childId, pending, segments } of parts) {
      pending.stored(segments.flat());
      if (pending.isEmpty()) this.#dirty.delete(childId);
    }
  }

  /** Output that cannot be stored together is stored child by child, so that only the refused output is lost. */
  async #store(parts: readonly Part[]): Promise<void> {
    try {
      await this.#database.writeThroughOutage(
        async (tx, outbox) => {
          for (const { childId, segments } of parts)
            for (const lines of segments)
              await appendLines(tx, outbox, childId, lines, this.#keepBytes);
        },
        { locks: parts.map(({ childId }) => childKey(childId)) },
      );
    } catch (error) {
      if (parts.length > 1) for (const part of parts) await this.#store([part]);
      else for (const part of parts) this.#lose(part, error);
    }
  }

  #lose({ childId, pending, segments }: Part, error: unknown): void {
    this.#log.error("output of a child could not be stored", { childId, error });
    pending.lose(segments.flat());
  }
}

/** The part of a child's output that one round stores. */
type Part = { childId: string; pending: PendingLines; segments: StoredLine[][] };

class PendingLines {
  #lines: StoredLine[] = [];
  #bytes = 0;
  #lost = 0;
  #waiting: { limit: number; go: () => void }[] = [];

  push(lines: readonly StoredLine[]): void {
    for (const line of lines) {
      this.#lines.push(line);
      this.#bytes += sizeOf(line);
    }
  }

  takeSegments(mostBytes: number): StoredLine[][] {
    const segments: StoredLine[][] = [];
    let taken = 0;
    let left = mostBytes;
    while (left > 0 && taken < this.#lines.length) {
      const segment = segments.length === 0 ? this.#takeLoss() : [];
      const end = left - Math.min(left, SEGMENT_BYTES);
      while (left > end && taken < this.#lines.length && segment.length < SEGMENT_LINES) {
        const line = this.#lines[taken++] as StoredLine;
        segment.push(line);
        left -= sizeOf(line);
      }
      segments.push(segment);
    }
    this.#lines.splice(0, taken);
    return segments;
  }

  /** Lines that no longer wait; the next that are stored tell how many there were. */
  lose(lines: readonly StoredLine[]): void {
    this.#lost += lines.length;
  }

  #takeLoss(): StoredLine[] {
    if (this.#lost === 0) return [];
    const message = `${this.#lost} lines could not be stored`;
    this.#lost = 0;
    const line: StoredLine = { ts: Date.now(), stream: "meta", message };
    this.#bytes += sizeOf(line);
    return [line];
  }

  stored(lines: readonly StoredLine[]): void {
    this.#bytes -= lines.reduce((sum, line) => sum + sizeOf(line), 0);
    const ready = this.#waiting.filter(({ limit }) => this.#bytes < limit);
    this.#waiting = this.#waiting.filter(({ limit }) => this.#bytes >= limit);
    for (const { go } of ready) go();
  }

  below(limit: number): Promise<void> {
    if (this.#bytes < limit) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ limit, go }));
  }

  isEmpty(): boolean {
    return this.#lines.length === 0;
  }
}

/** Counts the line itself, so that a flood of empty lines is a flood too. */
function sizeOf({ message }: StoredLine): number {
  return message.length + 32;
}
