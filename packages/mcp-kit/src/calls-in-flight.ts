/** Knows every running call, so that shutdown can stop them and wait for what they still write. */
export class CallsInFlight {
  readonly #running = new Map<AbortController, Promise<unknown>>();

  /** Runs `body` with a signal that aborts for `parent`, for the deadline and for `abortAll`. */
  run<Result>(
    parent: AbortSignal,
    deadline: { ms: number; reason: () => Error },
    body: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    const { signal } = controller;
    const onParentAbort = () => controller.abort(parent.reason);
    if (parent.aborted) onParentAbort();
    parent.addEventListener("abort", onParentAbort, { once: true });
    const timer =
      deadline.ms > 0
        ? setTimeout(() => controller.abort(deadline.reason()), deadline.ms)
        : undefined;
    const stopped = new Promise<never>((_, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    const running = body(signal);
    this.#running.set(controller, running);
    const forget = () => {
      clearTimeout(timer);
      parent.removeEventListener("abort", onParentAbort);
      this.#running.delete(controller);
    };
    running.then(forget, forget);
    // The caller is answered at once; the body may still be finishing a write, which `settled` waits for.
    return Promise.race([running, stopped]);
  }

  abortAll(reason: Error): void {
    for (const controller of this.#running.keys()) controller.abort(reason);
  }

  /** Resolves when nothing runs any more, or after `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled(this.#running.values()), limit]);
    clearTimeout(timer);
  }
}
