/** Others look again when they are told, so they are told of all commits within this time at once. */
const TELL_EVERY_MS = 20;

/** Tells others of commits: of the first at once, of those that follow soon after it together. */
export class CommitNotifier {
  readonly #tell: () => Promise<unknown>;
  #toldAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** Who hears nothing finds the changes later, so that a failure to tell is none. */
  constructor(tell: () => Promise<unknown>) {
    this.#tell = () => tell().catch(() => undefined);
  }

  committed(): void {
    const restMs = this.#toldAt + TELL_EVERY_MS - performance.now();
    if (restMs > 0) this.#timer ??= setTimeout(() => void this.#now(), restMs).unref();
    else void this.#now();
  }

  async close(): Promise<void> {
    if (this.#timer !== undefined) await this.#now();
  }

  async #now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = performance.now();
    await this.#tell();
  }
}
