import { withDeadline } from "@faculties/std";
import type { StopSignal } from "./call-request.ts";

type Deadline = { ms: number; reason: () => Error };

/** Knows every running call, so that shutdown can stop them and wait for what they still write. */
export class CallsInFlight {
  readonly #running = new StableSet<{ call: RunningCall; running: Promise<unknown> }>();

  /** Whether calls end because the server does. */
  isStopping = false;

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
    const slot = this.#running.add({ call, running });
    const forget = () => {
      call.end();
      this.#running.delete(slot);
    };
    running.then(forget, forget);
    // At its deadline the caller is answered at once, while the body may still be finishing a write.
    return deadline.ms > 0 ? Promise.race([running, call.expire(deadline)]) : running;
  }

  abortAll(reason: Error): void {
    this.isStopping = true;
    for (const { call } of this.#running.items()) call.abort(reason);
  }

  /** Resolves when nothing runs any more, or after `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#running.size === 0) return;
    const all = Promise.allSettled(this.#running.items().map(({ running }) => running));
    await withDeadline(all, ms, () => undefined);
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

/**
 * A set without an order whose table stays in place. V8 replaces the table of a `Set` again and again, and a dead table
 * that has grown old keeps every item of later tables alive until the next full collection.
 */
class StableSet<Item> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  /** Returns the slot, by which the item is taken out. */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  delete(slot: number): void {
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  items(): Item[] {
    return this.#items.filter((item) => item !== undefined);
  }
}
