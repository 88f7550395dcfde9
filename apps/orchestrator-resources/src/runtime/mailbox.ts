import type { Logger } from "@faculties/mcp-kit";
import { hasRequests, type OwnerRequest, takeRequests } from "../store/instance-store.ts";
import type { Ledger } from "../store/ledger.ts";

const POLL_MS = 150;

type Handler = (request: OwnerRequest) => void | Promise<void>;

/** Brings what other processes ask of this one, while it has anything that could be asked for. */
export class Mailbox {
  readonly #ledger: Ledger;
  readonly #log: Pick<Logger, "warn">;
  readonly #handlers = new Map<string, Handler>();
  #owners = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ledger: Ledger, log: Pick<Logger, "warn">) {
    this.#ledger = ledger;
    this.#log = log;
  }

  on(kind: string, handler: Handler): void {
    this.#handlers.set(kind, handler);
  }

  /** Called once for each child or run that others may ask about; the result ends it. */
  open(): () => void {
    this.#owners += 1;
    this.#timer ??= this.#schedule();
    return () => {
      this.#owners -= 1;
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#owners = Number.NEGATIVE_INFINITY;
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), POLL_MS).unref();
  }

  async #poll(): Promise<void> {
    try {
      await this.#deliver();
    } catch (error) {
      this.#log.warn("requests of other processes could not be read", { error });
    }
    this.#timer = this.#owners > 0 ? this.#schedule() : undefined;
  }

  async #deliver(): Promise<void> {
    const { writer } = this.#ledger;
    if (!(await this.#ledger.query((db) => hasRequests(db, writer)))) return;
    const requests = await this.#ledger.write((unit) => takeRequests(unit, writer));
    for (const request of requests) await this.#handlers.get(request.kind)?.(request);
  }
}
