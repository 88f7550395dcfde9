import { Slots } from "./slots.ts";
import type { StopSignal } from "./stop-signal.ts";

type Deadline = { ms: number; reason: () => Error };

/** Knows every running call, so that shutdown can stop them and wait for what they still write. */
export class CallsInFlight {
  readonly #running = new Slots<{ call: RunningCall; running: Promise<unknown> }>();

  get size(): number {
    return this.#running.size;
  }

  /** Runs `body`, which is stopped by `parent`, by the deadline and by `abortAll`. */
  run<Result>(
    parent: StopSignal,
    deadline: Deadline,
    body: (call: RunningCall) => Result | Promise<Result>,
  ): Promise<Result> {
    const call = new RunningCall(parent);
    const running = Promise.resolve(body(call));
    const slot = this.#running.put({ call, running });
    const forget = () => {
      call.end();
      this.#running.empty(slot);
    };
    running.then(forget, forget);
    // At its deadline the caller is answered at once, while the body may still be finishing a write.
    return deadline.ms > 0 ? Promise.race([running, call.expire(deadline)]) : running;
  }

  abortAll(reason: Error): void {
    for (const { call } of this.#running.items()) call.abort(reason);
  }

  /** Resolves when nothing runs any more, or after `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    const all = Promise.allSettled(this.#running.items().map(({ running }) => running));
    await Promise.race([all, limit]);
    clearTimeout(timer);
  }
}

/** One call's way to be stopped. Most calls never look at their signal, so it is made when they do. */
export class RunningCall {
  readonly #parent: StopSignal;
  #controller: AbortController | undefined;
  #stopped: { reason: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parent: StopSignal) {
    this.#parent = parent;
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    if (this.#stopped) this.#controller.abort(this.#stopped.reason);
    else if (this.#parent.aborted) this.#followParent();
    else this.#parent.addEventListener("abort", this.#followParent, { once: true });
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#controller?.abort(reason);
  }

  /** Rejects, and aborts the signal, when the time is up. */
  expire({ ms, reason }: Deadline): Promise<never> {
    return new Promise((_, reject) => {
      this.#timer = setTimeout(() => {
        const error = reason();
        this.abort(error);
        reject(error);
      }, ms);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#parent.removeEventListener("abort", this.#followParent);
  }

  readonly #followParent = () => this.abort(this.#parent.reason);
}
