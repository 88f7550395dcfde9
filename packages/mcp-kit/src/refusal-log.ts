import type { RefusalReason } from "./http-refusal.ts";
import type { Logger } from "./logger.ts";

const LINE_EVERY_MS = 10_000;

/** Writes the first refusal at once, and then one line every ten seconds at most, with how many there were of which kind. */
export class RefusalLog {
  readonly #log: Logger;
  readonly #counts = new Map<RefusalReason, number>();
  #latest: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `from` is the tenant or the address that was refused. */
  note(reason: RefusalReason, from?: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#latest = from ?? this.#latest;
    if (this.#timer === undefined) this.#write();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  readonly #write = (): void => {
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    this.#log.warn("HTTP requests were refused", {
      ...Object.fromEntries(this.#counts),
      ...(this.#latest !== undefined && { latest: this.#latest }),
    });
    this.#counts.clear();
    this.#latest = undefined;
    this.#timer = setTimeout(this.#write, LINE_EVERY_MS).unref();
  };
}
