import { markInvisible } from "@faculties/errors";
import type { CallRequest } from "./call-request.ts";

/** So many reports go out at once; from then on one for each interval that has passed. */
const BURST = 10;
const INTERVAL_MS = 100;
/** A report that only changes the message follows the one before it after this time. */
const SAME_STEP_MS = 1_000;
/** The longest silence: clients give up after 60 seconds, and some proxies sooner. */
export const HEARTBEAT_MS = 10_000;
const SMALLEST_STEP = 1e-6;

export type ProgressState = { done: number; total?: number | undefined; message?: string };

/**
 * Sends the progress of one call, never a number that goes back: a few reports at once, then at most ten a second, of which
 * the newest waits for its turn. After ten seconds of silence it repeats the last message with the time that has passed.
 */
export class ProgressReporter {
  readonly #request: CallRequest["mcpReq"];
  readonly #token: string | number;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #heartbeat: NodeJS.Timeout;
  #allowance = BURST;
  #countedAt: number;
  #state: ProgressState = { done: -Infinity };
  #sent = -Infinity;
  /** How many reports were sent for one step; they move on by less than a step. */
  #repeats = 0;
  #repeatedAt = -Infinity;
  #isHeld = false;
  #turn: NodeJS.Timeout | undefined;
  #turnAt = 0;
  #ended = false;

  constructor(request: CallRequest["mcpReq"], token: string | number, now = Date.now) {
    this.#request = request;
    this.#token = token;
    this.#now = now;
    this.#startedAt = now();
    this.#countedAt = this.#startedAt;
    this.#heartbeat = setTimeout(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** A report that goes back is ignored; one of the same step replaces the message. */
  report({ done, total, message }: ProgressState): void {
    if (this.#ended || done < this.#state.done) return;
    const isSameStep = done === this.#state.done;
    if (isSameStep && (message === undefined || message === this.#state.message)) return;
    this.#state = {
      done,
      total,
      ...(message !== undefined && { message: markInvisible(message) }),
    };
    this.#isHeld = true;
    if (!isSameStep) {
      this.#repeats = 0;
      this.#repeatedAt = -Infinity;
    }
    const at = this.#now();
    const waitMs = isSameStep ? this.#repeatedAt + SAME_STEP_MS - at : 0;
    this.#allowance = Math.min(BURST, this.#allowance + (at - this.#countedAt) / INTERVAL_MS);
    this.#countedAt = at;
    if (waitMs <= 0 && this.#allowance >= 1) this.#flush();
    else this.#flushWithin(Math.max(waitMs, INTERVAL_MS));
  }

  /** Sends what was held back, so that the last report is never lost, and nothing after it. */
  end(): void {
    if (this.#isHeld) this.#flush();
    this.#ended = true;
    clearTimeout(this.#turn);
    clearTimeout(this.#heartbeat);
  }

  #beat(): void {
    const { message } = this.#state;
    const elapsed = describeElapsed(this.#now() - this.#startedAt);
    this.#send(message === undefined ? `Still working (${elapsed})` : `${message} (${elapsed})`);
  }

  #flushWithin(ms: number): void {
    const at = this.#now() + ms;
    if (this.#turn !== undefined && this.#turnAt <= at) return;
    clearTimeout(this.#turn);
    this.#turnAt = at;
    this.#turn = setTimeout(() => this.#flush(), ms).unref();
  }

  #flush(): void {
    this.#isHeld = false;
    clearTimeout(this.#turn);
    this.#turn = undefined;
    this.#allowance -= 1;
    this.#send(this.#state.message);
  }

  #send(message: string | undefined): void {
    this.#heartbeat.refresh();
    if (this.#request.signal.aborted) return;
    const { total } = this.#state;
    const progress = this.#nextNumber();
    const params = {
      progressToken: this.#token,
      progress,
      ...(total !== undefined && progress <= total && { total }),
      ...(message !== undefined && { message }),
    };
    // A client that has gone away needs no progress; the transport reports the loss itself.
    void this.#request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  }

  /** The step's own number; for what follows on the same step, a little more, and never the whole next one. */
  #nextNumber(): number {
    const done = Math.max(this.#state.done, 0);
    const progress =
      this.#repeats === 0 && done > this.#sent
        ? done
        : Math.max(done + this.#repeats / (this.#repeats + 1_000), this.#sent + SMALLEST_STEP);
    this.#repeats += 1;
    this.#repeatedAt = this.#repeats > 1 ? this.#now() : -Infinity;
    this.#sent = progress;
    return progress;
  }
}

export function describeElapsed(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
