import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import {
  type LockKeys,
  type Follow,
  isOutage,
  isTimeout,
  type Transaction,
  type Storage,
} from "@faculties/storage";
import { runEventsUri } from "../domain/resource-uri.ts";
import { appendEvents, type EventDraft } from "./event-log.ts";
import { type ResourceTouch, saveTouches } from "./resources.ts";

/**
 * The messages that a write sends to its watchers when it commits. Events and changed resources are gathered here and
 * stored with one statement each at the end of the transaction. That is why functions that change something take it as
 * well as `tx`.
 */
export type Outbox = {
  /** The time of the write, the same for all its rows. */
  readonly now: number;
  /** Adds an event to the log. */
  record(...drafts: EventDraft[]): void;
  /** Says that a resource is new or has changed. */
  touch(touch: ResourceTouch): void;
  /** Runs when, and only if, the transaction has committed. */
  afterCommit(action: () => void): void;
};

export type WriteBody<Result> = (tx: Transaction, outbox: Outbox) => Promise<Result>;

export type DatabaseSettings = {
  storage: Storage;
  now: () => number;
  /** Names this process among those that share the database. */
  writer: string;
  maxEventHistory: number;
  /** Called after each commit with the resources it changed, and whether any of them may be new. */
  onCommit(changed: readonly string[], isListChanged: boolean): void;
  /** The pause before a failed write is tried again; doubled after each timeout. */
  tryAgainMs: number;
  log: Pick<Logger, "warn">;
};

/** Timeouts before a write is given up. With the pauses a database has more than a minute to recover. */
const MOST_TIMEOUTS = 5;

/** All reading and writing of this server: every change commits together with its events. */
export class Database {
  readonly now: () => number;
  readonly writer: string;
  readonly #settings: DatabaseSettings;
  readonly #closing = new AbortController();

  constructor(settings: DatabaseSettings) {
    setMaxListeners(0, this.#closing.signal);
    this.now = settings.now;
    this.writer = settings.writer;
    this.#settings = settings;
  }

  query<Result>(run: (tx: Transaction) => PromiseLike<Result>): Promise<Result> {
    return this.#settings.storage.query(run);
  }

  read<Result>(body: (tx: Transaction) => PromiseLike<Result>): Promise<Result> {
    return this.#settings.storage.read(body);
  }

  /** Looks now and whenever other processes may have changed something. */
  follow(look: () => Promise<void>, how: Follow): void {
    this.#settings.storage.follow(look, how);
  }

  /** A body that names lock keys must not read what other writes append to: events, resources, numbers. */
  async write<Result>(body: WriteBody<Result>, keys?: LockKeys): Promise<Result> {
    const { storage, onCommit } = this.#settings;
    const { result, changed, known, actions } = await storage.write(async (tx) => {
      // Created inside the body, because storage may run the body more than once.
      const draft = draftOutbox(this.now());
      const value = await body(tx, draft.outbox);
      return { result: value, ...(await this.#settle(tx, draft)), actions: draft.actions };
    }, keys);
    for (const action of actions) action();
    if (changed.length > 0) onCommit(changed, known.length < changed.length);
    return result;
  }

  /**
   * Writes a fact that must not be lost, such as the end of a child: waits for a database that is away or full until
   * the signal aborts or the server stops. A write whose outcome is unknown is repeated, because twice is better than
   * never. Throws when the database refuses the write, or times out again and again.
   */
  async writeThroughOutage<Result>(
    body: WriteBody<Result>,
    { signal, ...keys }: LockKeys & { signal?: AbortSignal },
  ): Promise<Result> {
    const { tryAgainMs, log } = this.#settings;
    const stops = [this.#closing.signal, ...(signal ? [signal] : [])];
    let timeouts = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.write(body, keys);
      } catch (error) {
        if (isTimeout(error)) timeouts += 1;
        const isHopeless = isTimeout(error) ? timeouts === MOST_TIMEOUTS : !isOutage(error);
        if (isHopeless || stops.some(({ aborted }) => aborted)) throw error;
        if (tries === 1) log.warn("a write waits for the database", { error });
      }
      const pauseMs = tryAgainMs * 2 ** timeouts;
      await delay(pauseMs, undefined, { signal: AbortSignal.any(stops) }).catch(() => undefined);
    }
  }

  /** From now on nothing waits for the database. */
  close(): void {
    this.#closing.abort();
  }

  async #settle(tx: Transaction, { outbox, events, touches }: OutboxDraft) {
    const { writer, maxEventHistory } = this.#settings;
    if (events.length > 0)
      await appendEvents(tx, events, { now: outbox.now, keep: maxEventHistory });
    const changed = [...touches.keys()];
    const known = changed.length === 0 ? [] : await saveTouches(tx, [...touches.values()], writer);
    return { changed, known };
  }
}

type OutboxDraft = {
  outbox: Outbox;
  events: EventDraft[];
  touches: Map<string, ResourceTouch>;
  actions: (() => void)[];
};

function draftOutbox(now: number): OutboxDraft {
  const events: EventDraft[] = [];
  const touches = new Map<string, ResourceTouch>();
  const actions: (() => void)[] = [];
  const touch = (next: ResourceTouch) => {
    const metadata = next.metadata ?? touches.get(next.uri)?.metadata;
    touches.set(next.uri, { ...next, ...(metadata && { metadata }) });
  };
  const outbox: Outbox = {
    now,
    record(...drafts) {
      events.push(...drafts);
      for (const { runId } of drafts)
        if (typeof runId === "string") touch({ uri: runEventsUri(runId), kind: "run_events" });
    },
    touch,
    afterCommit: (action) => void actions.push(action),
  };
  return { outbox, events, touches, actions };
}
